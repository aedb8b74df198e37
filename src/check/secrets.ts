import type { Received } from '../cases/compare.ts';
import { everyCredential } from '../contract/credential.ts';
import type { Contract } from '../contract/endpoint.ts';
import { once } from '../text/memo.ts';
import type { Pairs, Result } from './result.ts';

/** Shorter values are no secrets, and hiding them would hide half of a report. */
const MIN_LENGTH = 4;

/** Returns a function that hides values that were sent in a result, since a service may repeat them anywhere in its reply. */
export function concealer(headers: Pairs): (result: Result) => Result {
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

/** The forms in which a reply may repeat a value: whole, the token alone, decoded, and as URLs and JSON write it. */
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

/** Tells whether a header, parameter or property carries a secret, by its name. */
type IsSecret = (name: string) => boolean;

/** Names that end in a word for a secret, in any case; and such words in capitals within a name. */
const SECRET_NAME =
  /^(?:.*[-_])?(?:authorization|cookie|token|secret|api[-_]?key|password|passwd|passphrase)$/i;
const SECRET_END = /[a-z](?:Token|Secret|ApiKey|Password)$/;

/** Returns a function that finds the secrets of an operation: what is usual, its credentials, and what it declares as one. */
export function secretFinder({ endpoints }: Contract): (operation: string | undefined) => IsSecret {
  const names = new Map(
    Object.entries(endpoints).map(([name, { credential, declaredSecrets }]) => {
      const credentials = everyCredential(credential).map((each) => each.name);
      const declared = () => [...(declaredSecrets?.().values() ?? [])].flatMap(({ names }) => [...names]);
      // A client may write the name of a header in any case.
      const bothCases = (each: string) => [each, each.toLowerCase()];
      return [name, once(() => new Set([...credentials, ...declared()].flatMap(bothCases)))];
    }),
  );
  return (operation = '') => {
    const declared = names.get(operation)?.();
    return (name) => SECRET_NAME.test(name) || SECRET_END.test(name) || declared?.has(name) === true;
  };
}

/** Hides the secrets of a request that somebody has sent through a proxy, and those of its reply. */
export function withoutSecrets(result: Result, isSecret: IsSecret): Result {
  const { case: each, headers, received } = result;
  const { title, request } = each;
  const { target, body } = request;
  const mask = (text: string) => masked(text, isSecret);
  const own = Object.entries(request.headers).filter(([name]) => !isSecret(name));
  const secret = headers.filter(([name]) => isSecret(name));
  const shown: Result = {
    ...result,
    case: {
      ...each,
      title: mask(title),
      request: {
        ...request,
        target: mask(target),
        headers: Object.fromEntries(own),
        body: typeof body === 'string' ? mask(body) : body,
      },
    },
    headers: secret,
    ...(received && {
      received: {
        ...received,
        headers:
          received.headers?.map(([name, value]) => [name, isSecret(name) ? '***' : value] as const) ?? [],
        body: mask(received.body),
      },
    }),
  };
  return concealer([...secret, ...secret.flatMap(cookiesIn)])(shown);
}

/** The cookies of a header, each of which a reply may repeat. */
function cookiesIn([name, value]: Pairs[number]): Pairs {
  if (name.toLowerCase() !== 'cookie') return [];
  return value.split(';').map((pair) => [name, pair.slice(pair.indexOf('=') + 1)]);
}

/** A property of JSON with a text, and a pair of a query or a form. */
const PROPERTY = /("([^"\\]{1,100})"\s*:\s*)"[^"\\]*(?:\\.[^"\\]*)*"/g;
const PAIR = /((?:^|[?&])([^=&?#\s"]{1,100})=)[^&#\s"]*/g;

function masked(text: string, isSecret: IsSecret): string {
  const hide = (quote: string) => (pair: string, start: string, name: string) =>
    isSecret(name) ? `${start}${quote}***${quote}` : pair;
  return text.replace(PROPERTY, hide('"')).replace(PAIR, hide(''));
}
