import type { RepliesOf } from '../contract/replies.ts';
import { app, contract } from '../practice/app.ts';
import type { all } from '../practice/endpoints.ts';
import { handlers } from '../practice/handlers/index.ts';

/** The practice service: to be served by Node, Bun, Deno or Workers, or mounted in another program. */
export default app;

/** The parts of the practice service, to make it anew with options of one's own. */
export { contract, handlers };

/** The body of each reply, by the endpoint's name and by status: `Replies['createUser'][201]`. */
export type Replies = RepliesOf<typeof all>;
