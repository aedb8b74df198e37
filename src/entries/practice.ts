import type { RepliesOf } from '../contract/replies.ts';
import { app, type contract } from '../practice/app.ts';

/** The practice service: to be served by Node, Bun, Deno or Workers, or mounted in another program. */
export default app;

/** The body of each reply, by the endpoint's name and by status: `Replies['createUser'][201]`. */
export type Replies = RepliesOf<(typeof contract)['endpoints']>;
