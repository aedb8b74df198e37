/** The name of a request in replies and in what is printed: the client's own, if it is a plain one, or a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && PLAIN.test(given) ? given : crypto.randomUUID();
}

/** Nothing that means anything in a header or on a terminal. */
const PLAIN = /^[A-Za-z0-9._-]{1,128}$/;
