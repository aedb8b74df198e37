import { Refusal } from '../../../contract/outcome.ts';
import { type Limits, targetTooLong } from '../../../http/limits.ts';
import { isHost, wrongHost } from '../../../http/refused-head.ts';
import { unknownCoding, unknownExpectation, unknownMethod, wrongVersion } from '../../../http/statuses.ts';
import type { RequestHead } from '../../../http/types.ts';
import { defined } from '../../../text/guards.ts';
import { trim } from '../../../text/scan.ts';
import { TOKEN_CHARACTER } from '../../../text/strings.ts';
import {
  FieldsReader,
  isNamed,
  joinedValue,
  malformed,
  PartialLine,
  type Run,
  valuesOf,
} from './header-fields.ts';
import type { Input } from './input.ts';

/** The head of a request (RFC 9112, 3): everything before the body. */
export interface Head extends RequestHead {
  /** The header fields: alternating names and values, as sent. */
  readonly fields: readonly string[];
  /** Its framing, or the refusal of a request that must not reach the service. */
  readonly framing: Framing | Refusal;
  /** True if the client supports chunks, which are new in HTTP/1.1. */
  readonly takesChunks: boolean;
  /** True if there may be a body, and the client waits for a 100 before it sends that. */
  readonly awaitsContinue: boolean;
}

/** Where requests come from. */
export type Origin = Pick<RequestHead, 'client'> & { readonly isSecure: boolean };

interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** The refusal of a wrong target. */
  readonly refusal: Refusal | undefined;
}

const noTunnel = new Refusal(501, 'The service is not a proxy: it does not support CONNECT');

const REQUEST_LINE = new RegExp(String.raw`${TOKEN_CHARACTER}+ [!-~]+ HTTP/\d\.\d\r\n`, 'y');
const LINE_END = '\r\n';
const METHOD_RUN = 0;
const TARGET_RUN = 2;
const space: Run = { kind: / */y, min: 1, max: 1 };
const runsOfRequestLine: readonly Run[] = [
  { kind: new RegExp(`${TOKEN_CHARACTER}*`, 'y'), min: 1, max: Number.POSITIVE_INFINITY },
  space,
  { kind: /[!-~]*/y, min: 1, max: Number.POSITIVE_INFINITY },
  space,
  { kind: /[\w/.]*/y, min: 1, max: 'HTTP/1.1'.length },
];
/** Targets other than paths (RFC 9112, 3.2), except for that of `CONNECT`. */
const OTHER_TARGET =
  /^\*$|^[a-z][\da-z+.-]*:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?[\w.~!$&'()*+,;=:%[\]-]*(?:[/?]|$)/i;

/** Reads the head of one request. */
export class HeadReader {
  readonly #limits: Limits;
  readonly #origin: Origin;
  readonly #fields: FieldsReader;
  #line: RequestLine | undefined;
  #partial: PartialLine | undefined;

  constructor(limits: Limits, origin: Origin) {
    this.#limits = limits;
    this.#origin = origin;
    this.#fields = new FieldsReader(limits);
  }

  /** Reads on, and returns the head once it is complete. */
  read(input: Input): Head | Refusal | undefined {
    if (!this.#line) {
      const line = this.#readLine(input);
      if (line === undefined || line instanceof Refusal) return line;
      this.#line = line;
    }
    const { method, target, version, refusal } = this.#line;
    const outcome = this.#fields.read(input);
    if (outcome === false && !refusal) return undefined;
    const fields = this.#fields.pairs;
    const framing = refusal ?? (outcome instanceof Refusal ? outcome : framingOf(version, fields));
    const hasBody = framing instanceof Refusal || framing.length > 0;
    const awaitsContinue = hasBody && expectsContinue(version, fields);
    const takesChunks = version !== '1.0';
    const header = (name: string) => joinedValue(fields, name);
    const { isSecure, client } = this.#origin;
    return { method, target, fields, header, isSecure, client, framing, takesChunks, awaitsContinue };
  }

  /** The part of the head that has been read. */
  get known(): Partial<RequestHead> {
    const target = this.#line?.target;
    const { pairs } = this.#fields;
    return { header: (name) => joinedValue(pairs, name), ...(target !== undefined && { target }) };
  }

  #readLine(input: Input): RequestLine | Refusal | undefined {
    if (this.#partial?.goesOn(input)) return this.#refusalOf(this.#partial);
    const { text, at: start } = input;
    REQUEST_LINE.lastIndex = start;
    if (!REQUEST_LINE.test(text)) {
      this.#partial = new PartialLine(runsOfRequestLine);
      const goesOn = this.#partial.goesOn(input);
      return this.#refusalOf(this.#partial) ?? (goesOn ? undefined : malformed);
    }
    input.at = REQUEST_LINE.lastIndex;
    const first = text.indexOf(' ', start);
    const second = text.indexOf(' ', first + 1);
    const method = text.slice(start, first);
    const target = text.slice(first + 1, second);
    const version = text.slice(second + ' HTTP/'.length, input.at - LINE_END.length);
    const unknown = unknownTerms(method, version);
    if (unknown) return this.#tooLong(method.length, target.length) ?? unknown;
    return { method, target, version, refusal: wrongTarget(target, this.#limits) };
  }

  /** Returns the refusal of an incomplete request line, if it is too long already. */
  #refusalOf(line: PartialLine): Refusal | undefined {
    return this.#tooLong(line.lengthOf(METHOD_RUN), line.lengthOf(TARGET_RUN));
  }

  /** Refuses a method or a target as soon as it is too long, whatever follows. */
  #tooLong(method: number, target: number): Refusal | undefined {
    if (method > MAX_METHOD_LENGTH) return unknownMethod;
    return target > this.#limits.target ? targetTooLong(this.#limits) : undefined;
  }
}

/** Refuses an unknown method or version. */
function unknownTerms(method: string, version: string): Refusal | undefined {
  if (version !== '1.1' && version !== '1.0') return wrongVersion;
  if (!knownMethods.has(method)) return unknownMethod;
  return method === 'CONNECT' ? noTunnel : undefined;
}

function wrongTarget(target: string, limits: Limits): Refusal | undefined {
  if (target.length > limits.target) return targetTooLong(limits);
  return target.startsWith('/') || OTHER_TARGET.test(target) ? undefined : malformed;
}

/** The parts of a request's headers that are meant for the server itself (RFC 9112, 3.2, 6 and 9.3). */
interface Framing {
  /** The length of the body in bytes; infinite if only its last chunk tells. */
  readonly length: number;
  /** True if the connection should end after this request. */
  readonly isLast: boolean;
}

const codedTooEarly = new Refusal(400, 'The transfer coding needs HTTP/1.1');

/** Reads these headers, or returns the refusal of a request that must not reach the service. */
function framingOf(version: string, fields: readonly string[]): Framing | Refusal {
  const words = wordsIn(fields);
  if (!isOneHost(words.host, version)) return wrongHost;
  const length = lengthOf(version, words.contentLength, words.transferEncoding);
  if (length instanceof Refusal) return length;
  if (!words.expect.every(isContinue)) return unknownExpectation;
  return { length, isLast: isLast(version, words.connection) };
}

/** The values of these headers. */
interface Words {
  host: readonly string[];
  expect: readonly string[];
  connection: readonly string[];
  contentLength: readonly string[];
  transferEncoding: readonly string[];
}

const nothing: readonly string[] = [];

/** Collects these values in a single pass, because every request needs it. */
function wordsIn(fields: readonly string[]): Words {
  const words: Words = {
    host: nothing,
    expect: nothing,
    connection: nothing,
    contentLength: nothing,
    transferEncoding: nothing,
  };
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at];
    const value = defined(fields[at + 1]);
    if (isNamed(name, 'host')) words.host = added(words.host, value);
    else if (isNamed(name, 'expect')) words.expect = added(words.expect, value);
    else if (isNamed(name, 'connection')) words.connection = added(words.connection, value);
    else if (isNamed(name, 'content-length')) words.contentLength = added(words.contentLength, value);
    else if (isNamed(name, 'transfer-encoding'))
      words.transferEncoding = added(words.transferEncoding, value);
  }
  return words;
}

/** Adds a value. Nearly always it is the first, and an array of one value takes less time than a spread. */
function added(values: readonly string[], value: string): readonly string[] {
  return values === nothing ? [value] : [...values, value];
}

/** Checks the Host header, which HTTP/1.0 may omit. */
function isOneHost(hosts: readonly string[], version: string): boolean {
  const [host] = hosts;
  if (host === undefined) return version === '1.0';
  return hosts.length === 1 && isHost(host);
}

function lengthOf(version: string, lengths: readonly string[], codings: readonly string[]): number | Refusal {
  if (codings.length === 0) return lengths.length === 0 ? 0 : declared(lengths);
  if (lengths.length > 0) return malformed;
  return version === '1.0' ? codedTooEarly : coded(codings.join().toLowerCase());
}

/** Reads a Content-Length. Refuses what could be read in two ways. */
function declared(lengths: readonly string[]): number | Refusal {
  const [length = ''] = lengths;
  if (lengths.length > 1 || !/^\d+$/.test(length)) return malformed;
  return Number(length) < Number.MAX_SAFE_INTEGER || BigInt(length) < 2n ** 64n ? Number(length) : malformed;
}

/** Reads transfer codings. No coding may follow chunked; another one before it is valid, but cannot be decoded. */
function coded(codings: string): number | Refusal {
  if (codings === 'chunked') return Number.POSITIVE_INFINITY;
  const allButLast = codings.split(',').slice(0, -1);
  return allButLast.some((coding) => trim(coding) === 'chunked') ? malformed : unknownCoding;
}

/** Checks for a client that waits for a 100 before it sends the body. HTTP/1.0 does not have that (RFC 9110, 10.1.1). */
function expectsContinue(version: string, fields: readonly string[]): boolean {
  const expectations = valuesOf(fields, 'expect');
  return version === '1.1' && expectations.length > 0 && expectations.every(isContinue);
}

function isContinue(expectation: string): boolean {
  return expectation.toLowerCase() === '100-continue';
}

/**
 * Checks for the last request on a connection. Among several options `close` wins, as does anything that looks like it: ending a
 * connection is always safe.
 */
function isLast(version: string, options: readonly string[]): boolean {
  if (options.some((option) => CLOSE.test(option))) return true;
  return version === '1.0' && !options.some((option) => KEEP.test(option));
}

const CLOSE = /(?:^|[\s,])close(?:$|[\s,])/i;
const KEEP = /(?:^|,)[\t ]*keep-alive[\t ]*(?:$|,)/i;

/**
 * The known methods: those of the [registry](https://www.iana.org/assignments/http-methods), and a few others that are in use.
 * Anything else is not a method.
 */
export const knownMethods: ReadonlySet<string> = new Set(
  `ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY
  MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PROPFIND PROPPATCH PUT QUERY
  REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL
  M-SEARCH NOTIFY PURGE SOURCE SUBSCRIBE UNSUBSCRIBE`.split(/\s+/),
);

const MAX_METHOD_LENGTH = Math.max(...[...knownMethods].map((method) => method.length));
