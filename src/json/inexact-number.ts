/**
 * A JSON number that a double would silently turn into another kind of number: its fraction is too small to
 * be held (`30.00000000000000000001`, `1e-400`), so that `JSON.parse` would call it whole.
 */
export class InexactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
