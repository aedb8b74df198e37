/** How much of a request is looked at. */
export interface Limits {
  /** Bytes of a body. */
  readonly body: number;
  /** Levels of nesting in a JSON body. */
  readonly depth: number;
}

export const defaultLimits: Limits = { body: 64 * 1024, depth: 64 };
