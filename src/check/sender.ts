import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { CaseRequest } from '../cases/case.ts';
import type { Received } from '../cases/compare.ts';
import { decodeQuery } from '../text/bytes.ts';
import { defined } from '../text/guards.ts';
import type { Pairs } from './result.ts';

/** The reason why there is no reply, in a few words. */
export class NoReply {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

export interface SendOptions {
  /** Headers that override those of the request. */
  readonly headers: Pairs;
  /** Parameters that override those in the query of the request. */
  readonly query: Pairs;
  /** The time limit for a reply, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The limit on the bytes of a body. A larger reply counts as none. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Sends a request exactly as given, on a new connection. Redirects are not followed. */
export function send(
  origin: string,
  request: CaseRequest,
  options: SendOptions,
): Promise<Received | NoReply> {
  const { protocol, hostname, port, pathname } = new URL(origin);
  const prefix = pathname === '/' ? '' : pathname;
  const start = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const body = request.body === undefined ? undefined : Buffer.from(request.body);
    const sent = start({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: request.method,
      path: prefix + withQuery(request.target, options.query),
      headers: { ...lengthOf(body), ...mergedHeaders(request, options.headers) },
      agent: false,
      signal: options.signal,
    });
    settle(sent, options.timeout, resolve);
    sent.end(body);
  });
}

/** Sets the length of a body. For methods that rarely have one, such as DELETE, Node sets none, and the body is lost. */
function lengthOf(body: Uint8Array | undefined): Record<string, string> {
  return body ? { 'content-length': String(body.length) } : {};
}

function mergedHeaders(request: CaseRequest, own: SendOptions['headers']): Record<string, string> {
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const others = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
  const added = own.map(([name, value]) => [name, cookiesBeside([name, value], request) + value] as const);
  return Object.fromEntries([...others, ...added]);
}

/** The cookies of a request that stay before the given ones, if a header gives any: all cookies are in one header. */
export function cookiesBeside([header, given]: Pairs[number], { headers }: CaseRequest): string {
  if (header.toLowerCase() !== 'cookie') return '';
  const nameOf = (pair: string) => pair.replace(/=.*/s, '').trim();
  const names = new Set(given.split(';').map(nameOf));
  const own = (headers.Cookie ?? '').split('; ').filter((pair) => pair !== '' && !names.has(nameOf(pair)));
  return own.map((pair) => `${pair}; `).join('');
}

/** Writes a target with these parameters in its query, and no others of their names. */
export function withQuery(target: string, query: Pairs): string {
  if (query.length === 0) return target;
  const [path = '', ...rest] = target.split('?');
  const own = rest.join('?').split('&');
  const names = new Set(query.map(([name]) => name));
  const others = own.filter((pair) => pair !== '' && !names.has(decodeQuery(pair.replace(/=.*/s, ''))));
  const added = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${path}?${[...others, ...added].join('&')}`;
}

/** Resolves with the first outcome of a request: a reply, an error or a timeout. Later events are ignored. */
function settle(sent: ClientRequest, timeout: number, resolve: (outcome: Received | NoReply) => void): void {
  const end = (outcome: Received | NoReply) => {
    clearTimeout(timer);
    resolve(outcome);
    sent.destroy();
  };
  const timer = setTimeout(() => end(new NoReply(`no reply within ${timeout} ms`)), timeout);
  const fail = (error: NodeJS.ErrnoException) => end(new NoReply(reasonOf(error)));
  let isAnswered = false;
  // A server that refuses a body may close the connection after its reply, before the whole body is sent.
  sent.on('error', (error) => isAnswered || fail(error));
  sent.on('response', (response) => {
    isAnswered = true;
    read(response).then(end, fail);
  });
}

async function read(response: IncomingMessage): Promise<Received | NoReply> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BYTES) return new NoReply(`a reply of more than ${MAX_BYTES} bytes`);
  }
  const { statusCode = 0, headers } = response;
  const header = (name: string) => [headers[name] ?? []].flat().join(', ') || undefined;
  return {
    status: statusCode,
    header,
    headers: headerPairs(response.rawHeaders),
    body: Buffer.concat(chunks).toString(),
  };
}

/** Pairs the names and values of headers as Node lists them, in their order. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    pairs.push([defined(rawHeaders[at]), defined(rawHeaders[at + 1])]);
  return pairs;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  ERR_STREAM_PREMATURE_CLOSE: 'the reply broke off',
};

/** Says in a few words why there is no reply. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) return `the reply is not HTTP (${message})`;
  return (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? message;
}
