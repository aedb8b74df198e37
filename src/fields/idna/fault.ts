import type { Context } from '../../errors/words.ts';
import { codePointOf } from '../../text/strings.ts';

/** The fault of a part of an address. The type of the issue is derived from its type. */
export class Fault<Type extends string> {
  readonly type: Type;
  readonly numbers: Context;

  constructor(type: Type, numbers: Context = {}) {
    this.type = type;
    this.numbers = numbers;
  }
}

/** Returns the fault of a single character. */
export function characterFault<Type extends string>(type: Type, character: string): Fault<Type> {
  return new Fault(type, { codePoint: codePointOf(character) });
}
