/** Returns the id of a request for replies and the log: the client's own if it is plain, otherwise a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && PLAIN_ID.test(given) ? given : newId();
}

/** Only characters without a special meaning in a header or on a terminal. */
const PLAIN_ID = /^[A-Za-z0-9._-]{1,128}$/;

let beginning = '';
let made = 0;

/** Returns a new UUID. Only one in hundreds is drawn, which takes ten times as long; the others differ in their last digits. */
function newId(): string {
  if (made === 0) beginning = crypto.randomUUID().slice(0, -DIGITS);
  const id = `${beginning}${FIRST + made}`;
  made = (made + 1) % IDS;
  return id;
}

const DIGITS = 3;
const FIRST = 10 ** (DIGITS - 1);
/** The number of ids with the same beginning. */
const IDS = 9 * FIRST;
