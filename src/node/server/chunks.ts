import { Refusal } from '../../contract/refusal.ts';
import { bodyTooLarge, type Limits } from '../../http/limits.ts';
import { type Body, BodyBuffer } from './body.ts';
import { readFields, valuesOf } from './fields.ts';
import { malformed, matchAt } from './grammar.ts';
import type { Input } from './input.ts';

const tooMuchBesides = new Refusal(413, 'The chunk extensions of the body are too large');

const SIZE = /0*([\da-f]*)/iy;
const EXTENSION =
  /[\t ]*;[\t ]*[!#$%&'*+.^`|~\w-]+(?:[\t ]*=[\t ]*(?:[!#$%&'*+.^`|~\w-]+|"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*"))?/y;
/** What the line of a chunk's size may look like of which the rest is still to come. */
const BEGUN = /(?:[\da-f]+(?:[\t ]*;[\t -~\x80-\xff]*|[\t ]*))?\r?$/iy;

/** A body in chunks (RFC 9112, 7.1). */
export class ChunkedBody implements Body {
  readonly #limits: Limits;
  readonly #pieces = new BodyBuffer();
  #step: (input: Input) => Step = this.#readSize;
  /** What is still to come of a chunk. */
  #left = 0;
  /** How many bytes of the lines of sizes have said nothing of a size. */
  #besides = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  read(input: Input): Uint8Array | Refusal | undefined {
    let step = this.#step(input);
    while (step === 'next') step = this.#step(input);
    if (step === 'end') return this.#pieces.bytes;
    return step === 'wait' ? undefined : step;
  }

  #readSize(input: Input): Step {
    const { text, at } = input;
    const end = text.indexOf('\r\n', at);
    if (end === -1) return this.#waitForSize(text, at);
    const digits = matchAt(SIZE, text, at)?.[1] ?? '';
    if (SIZE.lastIndex === at || digits.length > 16 || endOfExtensions(text, SIZE.lastIndex) !== end)
      return malformed;
    this.#left = Number.parseInt(`0${digits}`, 16);
    this.#besides += end - at - digits.length;
    if (this.#besides > this.#limits.headerBytes) return tooMuchBesides;
    if (this.#pieces.length + this.#left > this.#limits.body) return bodyTooLarge(this.#limits);
    input.at = end + 2;
    this.#step = this.#left === 0 ? this.#readTrailers : this.#readData;
    return 'next';
  }

  #waitForSize(text: string, at: number): Step {
    if (!matchAt(BEGUN, text, at)) return malformed;
    return text.length - at > this.#limits.headerBytes ? tooMuchBesides : 'wait';
  }

  #readData(input: Input): Step {
    const data = input.take(this.#left);
    this.#pieces.add(data);
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

  /** They are ignored, but for what would let the body be read in another way. */
  #readTrailers(input: Input): Step {
    const trailers = readFields(input.text, input.at, this.#limits);
    if (trailers === undefined) return 'wait';
    const { pairs, end, refusal } = trailers;
    if (refusal) return refusal;
    if (framing.some((name) => valuesOf(pairs, name).length > 0)) return malformed;
    input.at = end;
    return 'end';
  }
}

/** What follows a step: another, waiting for more bytes, the end of the body, or that of the request. */
type Step = 'next' | 'wait' | 'end' | Refusal;

const framing = ['content-length', 'transfer-encoding'];

function endOfExtensions(text: string, start: number): number {
  let at = start;
  while (matchAt(EXTENSION, text, at)) at = EXTENSION.lastIndex;
  return at;
}
