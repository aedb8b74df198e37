const { Bun, Deno, process } = globalThis;

/** Serves by what the runtime brings: `Bun.serve`, `Deno.serve`, or whoever started the worker. */
export function serveFetch(fetch) {
  const options = { hostname: '127.0.0.1', port: Number(process?.env.PORT) };
  if (Bun) Bun.serve({ ...options, fetch });
  else if (Deno) Deno.serve(options, fetch);
  return fetch;
}
