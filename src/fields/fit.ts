/** How close a value is to a kind before it is read: exactly so, as near as makes no difference, or by conversion. */
export type Exactness = typeof EXACT | typeof NEAR | typeof CONVERTED;

export const EXACT = 2;
export const NEAR = 1;
export const CONVERTED = 0;

/**
 * How well a value fits one of the kinds of a union. Fields that are asked to read it lower the exactness where they
 * convert something, and objects count the properties that were sent.
 */
export class Fit {
  exactness: Exactness = EXACT;
  /** How many declared properties were sent; undefined where there is no object. */
  properties: number | undefined = undefined;
  /** What unions inside have found out already, for a union around them to ask again. */
  readonly known: KnownFits;

  constructor(known: KnownFits = new Map()) {
    this.known = known;
  }

  lower(exactness: Exactness): void {
    if (exactness < this.exactness) this.exactness = exactness;
  }

  count(properties: number): void {
    this.properties = (this.properties ?? 0) + properties;
  }

  /** Starts over, with another kind. */
  reset(): void {
    this.exactness = EXACT;
    this.properties = undefined;
  }

  /** Whether a value that fits so has a better claim than one that fits otherwise. */
  isBetterThan(other: Fit): boolean {
    const { properties } = this;
    if (properties !== undefined && other.properties !== undefined && properties !== other.properties)
      return properties > other.properties;
    return this.exactness > other.exactness;
  }
}

/** What a union made of a value, and how well that fits. */
export interface KnownFit {
  readonly result: unknown;
  readonly exactness: Exactness;
  readonly properties: number | undefined;
}

export type KnownFits = Map<object, Map<object, KnownFit>>;
