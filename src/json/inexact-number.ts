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

  constructor(text: string) {
    this.text = text;
  }

  /** Tells whether it is written without a fraction and without an exponent. */
  get isWhole(): boolean {
    return !/[.eE]/.test(this.text);
  }

  /** The nearest double, for whoever writes it with `JSON.stringify`. */
  toJSON(): number {
    return Number(this.text);
  }
}
