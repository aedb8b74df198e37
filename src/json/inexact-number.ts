import { shareInstances } from '../text/share-instances.ts';

/**
 * A JSON number that a double would silently turn into another: its fraction is too small to be held
 * (`30.00000000000000000001`, `1e-400`), so that `JSON.parse` would call it whole, or it is whole and has more digits than
 * a double holds (`9007199254740993`).
 */
export class InexactNumber {
  static {
    shareInstances(InexactNumber, 'InexactNumber');
  }

  readonly text: string;
  /** True where it is written without a fraction and without an exponent. */
  readonly isWhole: boolean;
  /** The nearest double. */
  readonly double: number;

  /** Whoever knows the others says so: a text may have tens of thousands of digits. */
  constructor(text: string, isWhole = !/[.eE]/.test(text), double = Number(text)) {
    this.text = text;
    this.isWhole = isWhole;
    this.double = double;
  }

  /** What `JSON.stringify` writes. */
  toJSON(): number {
    return this.double;
  }
}
