import { Refusal } from '../../../contract/outcome.ts';
import { extensionsTooLarge, type Limits } from '../../../http/limits.ts';
import type { RequestHead } from '../../../http/types.ts';
import { defined } from '../../../text/guards.ts';
import { TOKEN_CHARACTER } from '../../../text/strings.ts';
import { type Head, HeadReader, type Origin } from './head.ts';
import { FieldsReader, malformed, PartialLine, type Run, valuesOf } from './header-fields.ts';
import { Input } from './input.ts';

const SIZE = /0*([\da-f]*)/iy;
const TOKEN = `${TOKEN_CHARACTER}+`;
const QUOTED = String.raw`"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*"`;
const EXTENSION = new RegExp(String.raw`[\t ]*;[\t ]*${TOKEN}(?:[\t ]*=[\t ]*(?:${TOKEN}|${QUOTED}))?`, 'y');
const MAX_DIGITS = 16;
const runsOfSize: readonly Run[] = [
  { kind: /[\da-f]*/iy, min: 1, max: Number.POSITIVE_INFINITY },
  { kind: /[\t -~\x80-\xff]*/y, min: 0, max: Number.POSITIVE_INFINITY },
];

/** A chunked body (RFC 9112, 7.1). */
class ChunkedBody {
  readonly #limits: Limits;
  /** The bytes that it may have. */
  readonly #most: number;
  readonly #content = new Input();
  #step: (input: Input) => Step = this.#readSize;
  #partial: PartialLine | undefined;
  #trailers: FieldsReader | undefined;
  /** The bytes of the current chunk that are still to come. */
  #left = 0;
  /** The bytes in lines with sizes that are not part of a size, such as extensions. */
  #overhead = 0;

  constructor(limits: Limits, most: number) {
    this.#limits = limits;
    this.#most = most;
  }

  /** The bytes that have arrived. */
  get length(): number {
    return this.#content.length;
  }

  /** Reads on, and returns the body once it is complete, or what is wrong with it. */
  read(input: Input): Uint8Array | BodyMistake | undefined {
    let step = this.#step(input);
    while (step === 'next') step = this.#step(input);
    if (step === 'end') return this.#content.take(this.#content.length);
    return step === 'wait' ? undefined : step;
  }

  #readSize(input: Input): Step {
    if (this.#partial?.goesOn(input)) return this.#waitForSize(this.#partial);
    this.#partial = undefined;
    const { text, at } = input;
    const [, digits = ''] = defined(matchAt(SIZE, text, at));
    const end = endOfExtensions(text, SIZE.lastIndex);
    if (!text.startsWith('\r\n', end)) return this.#beginSize(input);
    if (SIZE.lastIndex === at || digits.length > MAX_DIGITS) return malformed;
    this.#left = Number.parseInt(`0${digits}`, 16);
    this.#overhead += end - at - digits.length;
    if (this.#overhead > this.#limits.headerBytes) return extensionsTooLarge();
    if (this.#content.length + this.#left > this.#most) return 'overflow';
    input.at = end + 2;
    this.#step = this.#left === 0 ? this.#readTrailers : this.#readData;
    return 'next';
  }

  #beginSize(input: Input): Step {
    this.#partial = new PartialLine(runsOfSize);
    const goesOn = this.#partial.goesOn(input);
    const step = this.#waitForSize(this.#partial);
    return step === 'wait' && !goesOn ? malformed : step;
  }

  #waitForSize({ length }: PartialLine): Step {
    return this.#overhead + length - MAX_DIGITS > this.#limits.headerBytes ? extensionsTooLarge() : 'wait';
  }

  #readData(input: Input): Step {
    const data = input.take(this.#left);
    this.#content.add(data);
    this.#left -= data.length;
    if (this.#left > 0) return 'wait';
    this.#step = this.#readEnd;
    return 'next';
  }

  #readEnd(input: Input): Step {
    const { text, at } = input;
    const end = text.slice(at, at + 2);
    if (!'\r\n'.startsWith(end)) return malformed;
    if (end.length < 2) return 'wait';
    input.at += 2;
    this.#step = this.#readSize;
    return 'next';
  }

  /** Ignores trailers, except for those that would change the way the body is read. */
  #readTrailers(input: Input): Step {
    this.#trailers ??= new FieldsReader(this.#limits);
    const outcome = this.#trailers.read(input);
    if (outcome === false) return 'wait';
    if (outcome instanceof Refusal) return outcome;
    const { pairs } = this.#trailers;
    return framing.some((name) => valuesOf(pairs, name).length > 0) ? malformed : 'end';
  }
}

/** Why a body is not read to its end: it has more bytes than it may, or can't be read. */
type BodyMistake = 'overflow' | Refusal;

/** The outcome of a step: another step, waiting for more bytes, the end of the body, or what is wrong with it. */
type Step = 'next' | 'wait' | 'end' | BodyMistake;

const framing = ['content-length', 'transfer-encoding'];

function endOfExtensions(text: string, start: number): number {
  let at = start;
  while (matchAt(EXTENSION, text, at)) at = EXTENSION.lastIndex;
  return at;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads the requests of a connection, one after another. */
export class Reader {
  readonly #input: Input;
  readonly #limits: Limits;
  readonly #origin: Origin;
  #head: HeadReader | undefined;
  #chunks: ChunkedBody | undefined;
  /** The unread bytes of the latest body; infinite if only its last chunk tells. */
  #unread = 0;

  constructor(input: Input, limits: Limits, origin: Origin) {
    this.#input = input;
    this.#limits = limits;
    this.#origin = origin;
  }

  /** Returns the head of the next request; undefined if it is incomplete. */
  nextHead(): Head | Refusal | undefined {
    this.skip();
    if (this.isEmpty) return undefined;
    this.#head ??= new HeadReader(this.#limits, this.#origin);
    const head = this.#head.read(this.#input);
    if (head === undefined || head instanceof Refusal) return head;
    this.#head = undefined;
    if (!(head.framing instanceof Refusal)) this.#unread = head.framing.length;
    return head;
  }

  /** The known part of a head that is incomplete. */
  get known(): Partial<RequestHead> | undefined {
    return this.#head?.known;
  }

  /** Returns the body of that request, which may have `most` bytes; undefined if it is incomplete. */
  nextBody(most: number): Uint8Array | BodyMistake | undefined {
    const bytes = Number.isFinite(this.#unread) ? this.#input.takeAll(this.#unread) : this.#readChunks(most);
    if (!(bytes instanceof Uint8Array)) return bytes;
    this.#chunks = undefined;
    this.#unread = 0;
    return bytes;
  }

  #readChunks(most: number): Uint8Array | BodyMistake | undefined {
    this.#chunks ??= new ChunkedBody(this.#limits, most);
    return this.#chunks.read(this.#input);
  }

  /** Skips what is not needed: the rest of a body that was answered without it, and empty lines. */
  skip(): void {
    if (this.#unread > 0) this.#unread -= this.#input.take(this.#unread).length;
    if (!this.#head) this.#input.skipEmptyLines();
  }

  /** True if everything has been read, except perhaps for half of an empty line. */
  get isEmpty(): boolean {
    return !this.#head && this.#input.isBlank;
  }

  /** True if the rest of a body that has to be skipped is longer than a body may be, or has no known end. */
  get mustClose(): boolean {
    return this.#unread > this.#limits.body;
  }

  /** The bytes of an incomplete body that have arrived. */
  get received(): number {
    return this.#chunks?.length ?? this.#input.length;
  }

  /** The length of an incomplete body. Of one in chunks, it is taken to be twice what has arrived, or the most that it may have. */
  lengthWithin(most: number): number {
    return Number.isFinite(this.#unread) ? this.#unread : Math.min(2 * this.received, most);
  }

  /** True while part of a body is still to come, needed or not. */
  get isInBody(): boolean {
    return this.#unread > 0;
  }
}
