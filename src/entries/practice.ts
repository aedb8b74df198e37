import type { RepliesOf } from '../contract/replies.ts';
import { app, contract } from '../practice/app.ts';
import type { all } from '../practice/endpoints.ts';
import { handlers } from '../practice/handlers/index.ts';

/** The practice service, for Node, Bun, Deno or Workers to serve, or for another program to mount. */
export default app;

/** The parts of the practice service, for an app with other options. */
export { contract, handlers };

/** The body of each reply, by the endpoint's name and by status: `Replies['createUser'][201]`. */
export type Replies = RepliesOf<typeof all>;
