const { Bun, Deno, process } = globalThis;

/** Serves with `Bun.serve` or `Deno.serve`; workerd calls the returned function itself. */
export function serveFetch(fetch) {
  const options = { hostname: '127.0.0.1', port: Number(process?.env.PORT) };
  if (Bun) Bun.serve({ ...options, fetch });
  else if (Deno) Deno.serve(options, fetch);
  return fetch;
}
