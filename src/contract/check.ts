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
  const extra = Object.keys(handlers).find((name) => !Object.hasOwn(endpoints, name));
  if (extra !== undefined) throw new Error(`There is a handler ${extra}, but no endpoint of that name`);
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
  const key = Object.keys(endpoint).find((name) => !known.has(name));
  return key === undefined ? undefined : `has an unknown property, ${key}`;
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
  const missing = names.find((name) => !Object.hasOwn(params, name));
  if (missing !== undefined) return `has no field for the parameter ${missing} of its path`;
  const extra = Object.keys(params).find((name) => !names.includes(name));
  return extra === undefined ? undefined : `has a field for the parameter ${extra}, which is not in its path`;
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
  const hasBody = (status: number) => status >= 200 && status < 600 && !bodilessStatuses.includes(status);
  const wrong = Object.keys(refusals).find((status) => !hasBody(Number(status)));
  return wrong && `refuses with ${wrong}, which is not a status with a body`;
}

/** Finds a name used twice. Header names ignore case, and the credential has a name too. */
function nameTakenTwice({
  headers = {},
  query = {},
  cookies = {},
  credential,
}: Endpoint): string | undefined {
  const names = [
    ...Object.keys(headers).map((name) => `header ${name.toLowerCase()}`),
    ...Object.keys(query).map((name) => `query ${name}`),
    ...Object.keys(cookies).map((name) => `cookie ${name}`),
  ];
  if (credential) {
    const { in: part, name } = credential;
    names.push(`${part} ${part === 'header' ? name.toLowerCase() : name}`);
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `has two fields for the ${twice}`;
}

/** The statuses that any endpoint may answer before its handler is called. */
const automaticStatuses: readonly number[] = [400, 401, 404, 405, 413, 415, 422];

function mistakenExample({ examples = [], reply, refusals = {} }: Endpoint): string | undefined {
  const declared = [reply.status, ...Object.keys(refusals).map(Number), ...automaticStatuses];
  const wrong = examples.find(({ status }) => !declared.includes(status));
  return (
    wrong && `has an example, ${JSON.stringify(wrong.title)}, with the undeclared status ${wrong.status}`
  );
}

function mistakenHandler(handlers: Readonly<Record<string, AnyHandler>>, name: string): string | undefined {
  const isThere = Object.hasOwn(handlers, name) && typeof handlers[name] === 'function';
  return isThere ? undefined : 'has no handler';
}
