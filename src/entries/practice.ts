import type { RepliesOf } from '../index.ts';
import { type all, app, contract, handlers } from '../practice/app.ts';

/** The practice service, for Node, Bun, Deno or Workers to serve, or for another program to mount. */
export default app;

/** The parts of the practice service, for an app with other options. */
export { contract, handlers };

/** The body of each reply, by the endpoint's name and by status: `Replies['createUser'][201]`. */
export type Replies = RepliesOf<typeof all>;
