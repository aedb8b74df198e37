import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Received } from '../cases/compare.ts';
import { caseOf } from '../cases/subject.ts';
import type { Contract } from '../contract/endpoint.ts';
import { isJson } from '../documents/schema.ts';
import type { Judge, RequestMistake } from './judge.ts';
import {
  type Exchange,
  type Kept,
  MAX_KEPT,
  type ProxyReply,
  type SeenReply,
  type SeenRequest,
} from './proxy.ts';
import { type Mistake, type Pairs, type Result, UNREAD } from './result.ts';
import { secretFinder, withoutSecrets } from './secrets.ts';
import { NoReply } from './sender.ts';

/** A reply that went through. */
interface Passed extends Received {
  readonly headers: Pairs;
  readonly isBodiless: boolean;
  /** True if its body is not known, though something could be said of it. */
  readonly isUnread: boolean;
}

interface ExaminerOptions {
  /** Also applies rules that only some implementations follow. */
  readonly isPedantic: boolean;
  /** True if a report shows the requests and replies with which nothing is wrong. */
  readonly showsAll: boolean;
}

/** Holds what goes through a proxy against a contract. */
export class Examiner {
  readonly #judge: Judge;
  readonly #options: ExaminerOptions;
  readonly #secretsOf: ReturnType<typeof secretFinder>;
  /** The undeclared endpoints that are told apart. */
  readonly #undeclared = new Set<string>();

  constructor(contract: Contract, judge: Judge, options: ExaminerOptions) {
    this.#judge = judge;
    this.#options = options;
    this.#secretsOf = secretFinder(contract);
  }

  /** Returns the reply to an invalid request; undefined if the request is to be passed on. */
  async answer(request: SeenRequest): Promise<ProxyReply | undefined> {
    const mistake = await this.#mistakeOf(request);
    if (!mistake) return undefined;
    const { status, headers, body } = mistake;
    const lines = [...headers.matchAll(HEADER_LINE)];
    return { status, headers: lines.map(([, name = '', value = '']) => [name, value]), body };
  }

  /** Returns what a report says of an exchange. */
  async resultOf(exchange: Exchange): Promise<Result> {
    const { request, reply, sentAt, took } = exchange;
    const operation = this.#judge.endpointOf(request);
    const mistake = await this.#mistakeOf(request);
    const received = reply instanceof NoReply ? undefined : passed(request, reply);
    const wrong = received
      ? await this.#wrongIn(exchange, operation, mistake, received)
      : ({ fault: 'crashed', what: (reply as NoReply).why } as const);
    const isUnread = request.body.isCut || received?.isUnread === true;
    const isShown = wrong !== undefined || this.#options.showsAll;
    const result: Result = {
      case: isShown ? caseFor(request, operation, mistake, received?.status) : { ...nothingWrong, operation },
      ...(wrong ? { outcome: 'differs', fault: wrong.fault, why: wrong.what } : unlessRead(isUnread)),
      wanted: wrong?.fault === 'accepted' ? 'a 4xx' : 'what the document declares',
      ...(received && { received }),
      headers: request.headers,
      query: [],
      isSent: true,
      sentAt,
      took,
    };
    return isShown ? withoutSecrets(result, this.#secretsOf(operation)) : result;
  }

  /** Finds the worst that is wrong with an exchange. */
  async #wrongIn(
    { isBlocked }: Exchange,
    operation: string | undefined,
    mistake: RequestMistake | undefined,
    received: Passed,
  ): Promise<Mistake | undefined> {
    const { status, isUnread } = received;
    if (isBlocked) return mistake && { fault: 'request', what: mistake.what };
    if (status >= FIRST_CRASH) return { fault: 'crashed', what: `the status is ${status}` };
    if (operation !== undefined) {
      if (mistake?.certainty === 'certain' && status < 300)
        return { fault: 'accepted', what: `it is accepted with ${status}` };
      const wrong = isUnread ? undefined : await this.#judge.reply(operation, received);
      if (wrong) return { fault: wrong.place === 'status' ? 'status' : 'reply', what: wrong.what };
    }
    return mistake && { fault: 'request', what: mistake.what };
  }

  async #mistakeOf({
    method,
    target,
    headers: sent,
    body,
  }: SeenRequest): Promise<RequestMistake | undefined> {
    const { 'content-encoding': encoding, ...headers } = byName(sent);
    const bytes = decoded(body, encoding);
    // Browsers ask with OPTIONS, whatever is declared.
    if (method === 'OPTIONS' || !body.isEnded || !bytes) return undefined;
    const mistake = await this.#judge.request({ method, target, headers, body: bytes });
    if (!mistake || (mistake.certainty === 'debatable' && !this.#options.isPedantic)) return undefined;
    const isUndeclared = mistake.status === 404 || mistake.status === 405;
    return isUndeclared ? { ...mistake, what: this.#named(method, target, mistake.what) } : mistake;
  }

  /** Names an undeclared endpoint, unless there are very many. */
  #named(method: string, target: string, otherwise: string): string {
    const [path = ''] = target.split('?', 1);
    const shape = `${method} ${path.replace(IDS, '…')}`;
    if (this.#undeclared.size < MAX_UNDECLARED) this.#undeclared.add(shape);
    return this.#undeclared.has(shape) ? `the document has no ${shape}` : otherwise;
  }
}

const FIRST_CRASH = 500;
const HEADER_LINE = /^([^:\r\n]+): (.*)\r$/gm;
/** The most undeclared endpoints that are told apart. */
const MAX_UNDECLARED = 100;
/** Segments of a path with a digit, which are probably ids. */
const IDS = /(?<=\/)[^/]*\d[^/]*/g;

/** What is said of a request with which nothing is wrong, if no report shows it. */
const nothingWrong = caseOf(
  {
    operation: undefined,
    place: 'request',
    type: 'passed',
    title: '',
    request: { method: '', target: '', headers: {}, body: undefined },
    kind: 'accepted',
  },
  { status: 0 },
);

function unlessRead(isUnread: boolean): Pick<Result, 'outcome' | 'why'> {
  return isUnread ? { outcome: 'inconclusive', why: UNREAD } : { outcome: 'agrees' };
}

function caseFor(
  { method, target, headers, body }: SeenRequest,
  operation: string | undefined,
  mistake: RequestMistake | undefined,
  received = 0,
): Result['case'] {
  const { place = 'request', type = 'passed', status = received, issue } = mistake ?? {};
  const bytes = body.bytes;
  const request = {
    method,
    target,
    headers: Object.fromEntries(headers.filter(([name]) => !OF_MESSAGE.test(name))),
    body: bytes.length === 0 ? undefined : textOrBytes(bytes),
  };
  const draft = { operation, place, type, title: `${method} ${target}`, request, issue };
  const all = caseOf({ ...draft, kind: mistake ? 'refused' : 'accepted' }, { status });
  return mistake ? { ...all, certainty: mistake.certainty, rule: mistake.rule } : all;
}

/** Headers that each client sets itself. */
const OF_MESSAGE = /^(?:host|connection|content-length|transfer-encoding)$/i;

/** Reads bytes as text, if they are text. */
function textOrBytes(bytes: Buffer): string | Buffer {
  return isUtf8(bytes) ? bytes.toString() : bytes;
}

function passed({ method }: SeenRequest, { status, headers, body }: SeenReply): Passed {
  const values = byName(headers);
  const bytes = decoded(body, values['content-encoding']);
  return {
    status,
    headers,
    header: (name) => values[name],
    // What can't be read is not empty.
    body: bytes?.toString() ?? '…',
    isBodiless: method === 'HEAD',
    isUnread: !bytes && isJson(values['content-type'] ?? ''),
  };
}

/** The values of headers by their lower-case names. */
function byName(headers: Pairs): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = values[key];
    values[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return values;
}

const decoders: ReadonlyMap<string, typeof gunzipSync> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** The most bytes of a body that was compressed. */
const MAX_DECODED = 8 * MAX_KEPT;

/** Returns the bytes of a body without its encoding; undefined if it is too large, or not encoded as it says. */
function decoded(body: Kept, encoding = 'identity'): Buffer | undefined {
  if (body.isCut) return undefined;
  const { bytes } = body;
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  try {
    return decoders.get(encoding.toLowerCase())?.(bytes, { maxOutputLength: MAX_DECODED });
  } catch {
    return undefined;
  }
}
