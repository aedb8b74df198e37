import { Refusal } from '../../../contract/outcome.ts';
import { type Limits, targetTooLong } from '../../../http/limits.ts';
import { unknownMethod, wrongVersion } from '../../../http/statuses.ts';
import type { RequestHead } from '../../../http/types.ts';
import { TOKEN_CHARACTER } from '../../../text/strings.ts';
import { FieldsReader, joinedValue } from './fields.ts';
import { expectsContinue, type Framing, framingOf } from './framing.ts';
import { malformed } from './grammar.ts';
import type { Input } from './input.ts';
import { knownMethods, MAX_METHOD_LENGTH } from './methods.ts';
import { PartialLine, type Run } from './partial-line.ts';

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
  readonly #isSecure: boolean;
  readonly #fields: FieldsReader;
  #line: RequestLine | undefined;
  #partial: PartialLine | undefined;

  constructor(limits: Limits, isSecure: boolean) {
    this.#limits = limits;
    this.#isSecure = isSecure;
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
    const isSecure = this.#isSecure;
    return { method, target, fields, header, isSecure, framing, takesChunks, awaitsContinue };
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
