/** The closeness of a value to a kind before it is read: exactly so, as near as makes no difference, or by conversion. */
export type Exactness = typeof EXACT | typeof NEAR | typeof CONVERTED;

export const EXACT = 2;
export const NEAR = 1;
export const CONVERTED = 0;

/**
 * A measure of how well a value fits one of the kinds of a union. Fields that are asked to read it lower the exactness where they
 * convert something, and objects count the properties that were sent.
 */
export class Fit {
  exactness: Exactness = EXACT;
  /** The number of declared properties that were sent; undefined where there is no object. */
  properties: number | undefined = undefined;
  /** True as long as every property that was sent is declared, and so are those inside. */
  isWhole = true;
  /** The fit to the union around all others. Not private, for that may be one of another copy of the package. */
  readonly outermost: Fit;
  known: Map<object, Map<object, Choice>> | undefined = undefined;

  /** Takes the fit to a kind of the union around this one. */
  constructor(outer?: Fit) {
    this.outermost = outer ? outer.outermost : this;
  }

  lower(exactness: Exactness): void {
    if (exactness < this.exactness) this.exactness = exactness;
  }

  count(properties: number, isWhole: boolean): void {
    this.properties = (this.properties ?? 0) + properties;
    if (!isWhole) this.isWhole = false;
  }

  /** Tells whether no other kind can fit better. */
  get isPerfect(): boolean {
    return this.exactness === EXACT && this.properties === undefined;
  }

  /** Tells whether no other kind of object can fit better: this one knows all that was sent, and converts nothing. */
  get isPerfectObject(): boolean {
    return this.exactness >= NEAR && this.properties !== undefined && this.isWhole;
  }

  isBetterThan(other: Fit): boolean {
    const { properties } = this;
    if (properties !== undefined && other.properties !== undefined && properties !== other.properties)
      return properties > other.properties;
    return this.exactness > other.exactness;
  }

  /**
   * The choice of a union inside for an object or array, made once: each kind of the unions around it asks again, and
   * twice as often on each level.
   */
  once(union: object, raw: object, find: (raw: object, outer: Fit) => Choice): Choice {
    this.outermost.known ??= new Map();
    const all = this.outermost.known;
    const known = all.get(union) ?? new Map<object, Choice>();
    all.set(union, known);
    const found = known.get(raw) ?? find(raw, this);
    known.set(raw, found);
    return found;
  }
}

/** The choice of a union, and how well the value fits it; only issues where it fits none. */
export interface Choice {
  readonly member?: { write(value: unknown): string };
  readonly result: unknown;
  readonly fit?: Fit;
}
