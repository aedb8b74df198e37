/** The part of a reply that must match: its status; also the `loc` and `type` of each entry; or everything that is known. */
export type Match = 'status' | 'type' | 'exact';

/** A reply, with the parts that are compared. */
export interface Received {
  readonly status: number;
  /** Returns the value of a header, by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  readonly body: string;
}
