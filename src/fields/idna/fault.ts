import type { Context } from '../../issues/words.ts';
import { codePointOf } from '../../text/code-point.ts';

/** The fault of a part of an address: a type, from which the type is made, and its numbers. */
export class Fault<Type extends string> {
  readonly type: Type;
  readonly numbers: Context;

  constructor(type: Type, numbers: Context = {}) {
    this.type = type;
    this.numbers = numbers;
  }
}

/** A fault that lies in one character. */
export function characterFault<Type extends string>(type: Type, character: string): Fault<Type> {
  return new Fault(type, { codePoint: codePointOf(character) });
}
