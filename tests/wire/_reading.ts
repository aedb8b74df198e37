import { Refusal } from '../../src/contract/outcome.ts';
import type { Head } from '../../src/hosts/node/server/head.ts';
import { Input } from '../../src/hosts/node/server/input.ts';
import { Reader } from '../../src/hosts/node/server/reader.ts';
import { bodyTooLarge, defaultLimits } from '../../src/http/limits.ts';

/** A request, in what must be the same whoever reads it. */
export interface ReadRequest {
  readonly method: string | undefined;
  readonly target: string | undefined;
  /** Names and values in turn. */
  readonly fields: readonly string[];
  readonly body: string;
}

/** The requests that have been read of a stream. */
export interface Reading {
  readonly requests: readonly ReadRequest[];
  /** The request of which the body has not come as a whole. */
  readonly begun: ReadRequest | undefined;
  /** Tells whether more is waited for, or something was refused, or nothing may follow. */
  readonly state: 'waiting' | 'refused' | 'ended';
  /** The reason of a refusal. */
  readonly refusal?: Refusal | undefined;
}

/** Reads a stream that comes in these pieces as a connection does, with the bodies or past them. */
export function read(pieces: readonly Buffer[], isPast = false): Reading {
  const reading = new ReadingOn(isPast);
  for (const piece of pieces) reading.take(piece);
  return reading.result;
}

class ReadingOn {
  readonly #input = new Input();
  readonly #reader = new Reader(this.#input, defaultLimits, { isSecure: false });
  readonly #isPast: boolean;
  readonly #requests: ReadRequest[] = [];
  #head: Head | undefined;
  #isLast = false;
  #state: Reading['state'] = 'waiting';
  #refusal: Refusal | undefined;

  constructor(isPast: boolean) {
    this.#isPast = isPast;
  }

  /** Behind what was refused, or was the last, a connection reads nothing. */
  take(piece: Buffer): void {
    if (this.#state !== 'waiting') return;
    this.#input.add(piece);
    while (this.#state === 'waiting' && this.#readOn());
    this.#input.compact();
  }

  get result(): Reading {
    const begun = this.#head && requestOf(this.#head, '');
    return { requests: this.#requests, begun, state: this.#state, refusal: this.#refusal };
  }

  #readOn(): boolean {
    const part = this.#head ? this.#reader.nextBody(defaultLimits.body) : this.#reader.nextHead();
    if (part === 'overflow') this.#refuse(bodyTooLarge(defaultLimits.body));
    else if (part instanceof Refusal) this.#refuse(part);
    else if (part instanceof Uint8Array) this.#finish(Buffer.from(part).toString('latin1'));
    else if (part) this.#begin(part);
    return part !== undefined;
  }

  #begin(head: Head): void {
    if (head.framing instanceof Refusal) {
      this.#refuse(head.framing);
      return;
    }
    this.#head = head;
    this.#isLast = head.framing.isLast;
    if (this.#isPast) this.#finish('');
  }

  #refuse(refusal: Refusal): void {
    this.#state = 'refused';
    this.#refusal = refusal;
  }

  #finish(body: string): void {
    if (this.#head) this.#requests.push(requestOf(this.#head, body));
    this.#head = undefined;
    if (this.#isLast || this.#reader.mustClose) this.#state = 'ended';
  }
}

function requestOf({ method, target, fields }: Head, body: string): ReadRequest {
  return { method, target, fields, body };
}
