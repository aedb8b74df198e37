import { createFetch } from '../fetch/fetch.ts';
import { createAssay } from '../practice/app.ts';

/** The service as one function, for any program that has requests to answer. */
export const fetch = createFetch(createAssay());

/** The shape that Bun, Deno and Cloudflare Workers start by themselves. */
export default { fetch };
