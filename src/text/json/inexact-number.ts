import { shareInstances } from '../share-instances.ts';

/**
 * A JSON number that a double would silently change: it has a fraction too small for a double (`30.00000000000000000001`,
 * `1e-400`), so that `JSON.parse` would read a whole number, or it is whole and has more digits than a double holds
 * (`9007199254740993`).
 */
export class InexactNumber {
  static {
    shareInstances(InexactNumber, 'InexactNumber');
  }

  readonly text: string;
  /** True if it is written without a fraction and without an exponent. */
  readonly isWhole: boolean;
  /** The nearest double. */
  readonly double: number;

  /** Works out what is not given. A text may have tens of thousands of digits, so its reader passes what it knows. */
  constructor(text: string, isWhole = !/[.eE]/.test(text), double = Number(text)) {
    this.text = text;
    this.isWhole = isWhole;
    this.double = double;
  }

  /** Lets `JSON.stringify` write the nearest double. */
  toJSON(): number {
    return this.double;
  }
}
