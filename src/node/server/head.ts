import { Refusal } from '../../contract/refusal.ts';
import { type Limits, targetTooLong } from '../../http/limits.ts';
import { unknownMethod, wrongVersion } from '../../http/refusals.ts';
import type { RequestHead } from '../../http/request.ts';
import { FieldsReader, joinedValue } from './fields.ts';
import { expectsContinue, type Framing, framingOf } from './framing.ts';
import { malformed } from './grammar.ts';
import type { Input } from './input.ts';
import { knownMethods, MAX_METHOD_LENGTH } from './methods.ts';
import { PartialLine, type Run } from './partial-line.ts';

/** The head of a request (RFC 9112, 3): all that comes before the body. */
export interface Head extends RequestHead {
  /** The header fields, names and values in turn, as they were sent. */
  readonly fields: readonly string[];
  /** Its words for the server itself, or the reason why the request must not reach the service. */
  readonly framing: Framing | Refusal;
  /** True where the client knows chunks, which came with HTTP/1.1. */
  readonly takesChunks: boolean;
  /** True where there is or may be a body with which the client waits until it is told to go on. */
  readonly awaitsContinue: boolean;
}

interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** The mistake in the target. */
  readonly refusal: Refusal | undefined;
}

const noTunnel = new Refusal(501, 'The service is no proxy: it knows no CONNECT');

const REQUEST_LINE = /([!#$%&'*+.^`|~\w-]+) ([!-~]+) HTTP\/(\d\.\d)\r\n/y;
const METHOD_RUN = 0;
const TARGET_RUN = 2;
const space: Run = { kind: / */y, min: 1, max: 1 };
const runsOfRequestLine: readonly Run[] = [
  { kind: /[!#$%&'*+.^`|~\w-]*/y, min: 1, max: Number.POSITIVE_INFINITY },
  space,
  { kind: /[!-~]*/y, min: 1, max: Number.POSITIVE_INFINITY },
  space,
  { kind: /[\w/.]*/y, min: 1, max: 'HTTP/1.1'.length },
];
/** The forms that a target may have without being a path (RFC 9112, 3.2); that of `CONNECT` is not among them. */
const OTHER_TARGET =
  /^\*$|^[a-z][\da-z+.-]*:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?[\w.~!$&'()*+,;=:%[\]-]*(?:[/?]|$)/i;

/** Reads the head of one request. */
export class HeadReader {
  readonly #limits: Limits;
  readonly #isSecure: boolean;
  readonly #fields: FieldsReader;
  #line: RequestLine | undefined;
  #partial: PartialLine | undefined;

  constructor(limits: Limits, isSecure: boolean) {
    this.#limits = limits;
    this.#isSecure = isSecure;
    this.#fields = new FieldsReader(limits);
  }

  /** Reads on, and returns the head as soon as all of it has come. */
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
    const isSecure = this.#isSecure;
    return { method, target, fields, header, isSecure, framing, takesChunks, awaitsContinue };
  }

  /** As much of the head as has been read. */
  get known(): Partial<RequestHead> {
    const target = this.#line?.target;
    const { pairs } = this.#fields;
    return { header: (name) => joinedValue(pairs, name), ...(target !== undefined && { target }) };
  }

  #readLine(input: Input): RequestLine | Refusal | undefined {
    if (this.#partial?.goesOn(input)) return this.#refusalOf(this.#partial);
    REQUEST_LINE.lastIndex = input.at;
    const match = REQUEST_LINE.exec(input.text);
    if (!match) {
      this.#partial = new PartialLine(runsOfRequestLine);
      const goesOn = this.#partial.goesOn(input);
      return this.#refusalOf(this.#partial) ?? (goesOn ? undefined : malformed);
    }
    input.at = REQUEST_LINE.lastIndex;
    const [, method = '', target = '', version = ''] = match;
    const unknown = unknownTerms(method, version);
    if (unknown) return this.#tooLong(method.length, target.length) ?? unknown;
    return { method, target, version, refusal: wrongTarget(target, this.#limits) };
  }

  /** Returns what is wrong with a request line already. */
  #refusalOf(line: PartialLine): Refusal | undefined {
    return this.#tooLong(line.lengthOf(METHOD_RUN), line.lengthOf(TARGET_RUN));
  }

  /** Refuses a line that comes in pieces as soon as it is too long, whatever follows. */
  #tooLong(method: number, target: number): Refusal | undefined {
    if (method > MAX_METHOD_LENGTH) return unknownMethod;
    return target > this.#limits.target ? targetTooLong(this.#limits) : undefined;
  }
}

/** Refuses a method or a version that is not known. */
function unknownTerms(method: string, version: string): Refusal | undefined {
  if (version !== '1.1' && version !== '1.0') return wrongVersion;
  if (!knownMethods.has(method)) return unknownMethod;
  return method === 'CONNECT' ? noTunnel : undefined;
}

function wrongTarget(target: string, limits: Limits): Refusal | undefined {
  if (target.length > limits.target) return targetTooLong(limits);
  return target.startsWith('/') || OTHER_TARGET.test(target) ? undefined : malformed;
}
