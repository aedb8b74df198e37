/** A request as a host hands it over: everything that comes before the body. */
export interface RequestHead {
  readonly method: string;
  /** As the request line has it, in ASCII. */
  readonly target: string;
  readonly header: HeaderLookup;
}

/** The value of a header by its lower-case name; of several they are joined by `, ` (RFC 9110, 5.3). */
export type HeaderLookup = (name: string) => string | undefined;
