import process from 'node:process';

const options = { hostname: '127.0.0.1', port: Number(process.env.PORT) };

/** Serves by what the runtime brings: `Bun.serve` or `Deno.serve`. */
export function serveFetch(fetch) {
  if (globalThis.Bun) globalThis.Bun.serve({ ...options, fetch });
  else globalThis.Deno.serve(options, fetch);
}
