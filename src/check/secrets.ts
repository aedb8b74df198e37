import type { Received } from '../cases/compare.ts';
import type { Headers, Result } from './result.ts';

/** Shorter values are no secrets, and hiding them would hide half of a report. */
const MIN_LENGTH = 4;

/** Returns a function that hides the values of headers in a result, since a service may repeat them anywhere in its reply. */
export function concealer(headers: Headers): (result: Result) => Result {
  const secrets = headers
    .flatMap(([, value]) => formsOf(value))
    .filter(({ length }) => length >= MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  const conceal = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  if (secrets.length === 0) return (result) => result;
  return ({ received, why, wanted, ...others }) => ({
    ...others,
    wanted: conceal(wanted),
    ...(why !== undefined && { why: conceal(why) }),
    ...(received && { received: concealed(received, conceal) }),
  });
}

/** The forms in which a reply may repeat the value of a header: whole, the token alone, decoded, and as URLs and JSON write it. */
function formsOf(value: string): string[] {
  const token = value.slice(value.lastIndexOf(' ') + 1);
  const decoded = /^basic /i.test(value) ? atobOrNothing(token) : '';
  const password = decoded.slice(decoded.indexOf(':') + 1);
  return [value, token, decoded, password].flatMap((each) => [
    each,
    encodeURIComponent(each),
    JSON.stringify(each).slice(1, -1),
  ]);
}

function atobOrNothing(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

function concealed({ status, header, body, headers }: Received, conceal: (text: string) => string): Received {
  return {
    status,
    body: conceal(body),
    header: (name) => {
      const value = header(name);
      return value && conceal(value);
    },
    ...(headers && { headers: headers.map(([name, value]) => [name, conceal(value)] as const) }),
  };
}
