import { isRecord } from '../fields/record.ts';
import { type Contract, type Endpoint, methods } from './endpoint.ts';
import type { AnyHandler } from './handler.ts';
import { paramNames, pathMistake } from './path.ts';

/** Throws an error with a one-sentence message if a contract is invalid or its handlers don't match its endpoints. */
export function checkContract(contract: Contract, handlers: Readonly<Record<string, AnyHandler>>): void {
  const { endpoints } = contract;
  for (const key of ['title', 'version'] as const)
    if (typeof contract[key] !== 'string') throw new Error(`The contract's ${key} must be a string`);
  if (!isRecord(endpoints)) throw new Error("The contract's endpoints must be an object");
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const mistake = mistakeIn(endpoint) ?? mistakenHandler(handlers, name);
    if (mistake !== undefined) throw new Error(`The endpoint ${name} ${mistake}`);
  }
  for (const name of Object.keys(handlers))
    if (!Object.hasOwn(endpoints, name))
      throw new Error(`There is a handler ${name}, but no endpoint of that name`);
}

/** Returns the first mistake in an endpoint, as the end of a sentence about it. */
function mistakeIn(endpoint: Endpoint): string | undefined {
  return (
    unknownKey(endpoint) ??
    wrongMethod(endpoint) ??
    mistakenParams(endpoint) ??
    mistakenBody(endpoint) ??
    mistakenReply(endpoint) ??
    mistakenRefusal(endpoint) ??
    nameTakenTwice(endpoint) ??
    mistakenExample(endpoint)
  );
}

const known: ReadonlySet<string> = new Set([
  ...[
    'method',
    'path',
    'decodesPath',
    'tag',
    'summary',
    'description',
    'params',
    'query',
    'headers',
    'cookies',
  ],
  ...['body', 'otherBody', 'credential', 'reply', 'refusals', 'examples'],
]);

function unknownKey(endpoint: Endpoint): string | undefined {
  for (const key of Object.keys(endpoint)) if (!known.has(key)) return `has an unknown property, ${key}`;
  return undefined;
}

function wrongMethod({ method }: Endpoint): string | undefined {
  return methods.includes(method)
    ? undefined
    : `has the method ${method}; it must be one of ${methods.join(', ')}`;
}

function mistakenParams({ path, params = {} }: Endpoint): string | undefined {
  const mistake = pathMistake(path);
  if (mistake !== undefined) return mistake;
  const names = paramNames(path);
  for (const name of names)
    if (!Object.hasOwn(params, name)) return `has no field for the parameter ${name} of its path`;
  for (const name of Object.keys(params))
    if (!names.includes(name)) return `has a field for the parameter ${name}, which is not in its path`;
  return undefined;
}

function mistakenBody({ method, body }: Endpoint): string | undefined {
  return body !== undefined && method === 'GET' ? "is a GET and can't have a body" : undefined;
}

const bodyStatuses: readonly number[] = [200, 201, 202, 203, 206, 207, 208, 226];

function mistakenReply({ reply }: Endpoint): string | undefined {
  const { status } = reply;
  if (status === 204) return 'body' in reply ? "replies with 204, so its reply can't have a body" : undefined;
  if (!('body' in reply)) return `replies with ${status} and needs a body in its reply`;
  return bodyStatuses.includes(status)
    ? undefined
    : `replies with ${status}; it must be 204 or one of ${bodyStatuses.join(', ')}`;
}

const bodilessStatuses: readonly number[] = [204, 205, 304];

function mistakenRefusal({ refusals = {} }: Endpoint): string | undefined {
  for (const key of Object.keys(refusals)) {
    if (!/^[2-5]\d\d$/.test(key) || bodilessStatuses.includes(Number(key)))
      return `refuses with ${key}, which is not a status with a body`;
  }
  return undefined;
}

/** Finds a name used twice: that of a header, in any case, or that of the credential. */
function nameTakenTwice({
  headers = {},
  query = {},
  cookies = {},
  credential,
}: Endpoint): string | undefined {
  const names = new Set<string>();
  for (const name of Object.keys(headers)) {
    const known = name.toLowerCase();
    if (names.has(known)) return twice('header', known);
    names.add(known);
  }
  if (!credential) return undefined;
  const { in: part, name } = credential;
  if (part === 'header') return names.has(name.toLowerCase()) ? twice(part, name.toLowerCase()) : undefined;
  return Object.hasOwn(part === 'query' ? query : cookies, name) ? twice(part, name) : undefined;
}

function twice(part: string, name: string): string {
  return `has two fields for the ${part} ${name}`;
}

/** The statuses that any endpoint may answer before its handler is called. */
const automaticStatuses: readonly number[] = [400, 401, 404, 405, 413, 415, 422];

function mistakenExample({ examples = [], reply, refusals = {} }: Endpoint): string | undefined {
  for (const { title, status } of examples) {
    const isDeclared = status === reply.status || Object.hasOwn(refusals, status);
    if (!isDeclared && !automaticStatuses.includes(status))
      return `has an example, ${JSON.stringify(title)}, with the undeclared status ${status}`;
  }
  return undefined;
}

function mistakenHandler(handlers: Readonly<Record<string, AnyHandler>>, name: string): string | undefined {
  const isThere = Object.hasOwn(handlers, name) && typeof handlers[name] === 'function';
  return isThere ? undefined : 'has no handler';
}
