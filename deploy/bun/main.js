import app from './app.js';

/** What Bun serves by itself. `bun run start` takes Assay's own server instead, which is stricter. */
export default { port: process.env.PORT ?? 8000, fetch: app.fetch };
