import app from './app.js';

/** What `deno serve` and Deno Deploy start. */
export default { fetch: app.fetch };
