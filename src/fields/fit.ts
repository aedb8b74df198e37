/** The closeness of a value to a kind: exact, almost exact, or only after a conversion. */
export type Exactness = typeof EXACT | typeof NEAR | typeof CONVERTED;

export const EXACT = 2;
export const NEAR = 1;
export const CONVERTED = 0;

/**
 * A measure of how well a value fits one kind of a union. Fields lower the exactness when they convert a value, and objects count
 * the properties that were sent.
 */
export class Fit {
  exactness: Exactness = EXACT;
  /** The number of declared properties that were sent; undefined if there is no object. */
  properties: number | undefined = undefined;
  /** True as long as every property that was sent is declared, at all levels. */
  isWhole = true;
  /**
   * True if the value is for a reply. It may be one that was read before, and need not be accepted a second time: a token without
   * its scheme, or a URL that is longer in normal form.
   */
  readonly isReply: boolean;

  /** Takes the fit of the union around this one, if there is one. */
  constructor(outer?: Fit) {
    this.isReply = outer?.isReply === true;
  }

  lower(exactness: Exactness): void {
    if (exactness < this.exactness) this.exactness = exactness;
  }

  count(properties: number, isWhole: boolean): void {
    this.properties = (this.properties ?? 0) + properties;
    if (!isWhole) this.isWhole = false;
  }
}

/** The fit of any value for a reply, outside unions. Nobody asks how well it fits. */
class ReplyFit extends Fit {
  override readonly isReply = true;
  override lower(): void {}
  override count(): void {}
}

export const forReply: Fit = new ReplyFit();
