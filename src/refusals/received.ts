/** The part of a reply that has to agree: its status; also the `loc` and `type` of each entry; or everything that is known. */
export type Match = 'status' | 'type' | 'exact';

/** A reply, as far as it is compared. */
export interface Received {
  readonly status: number;
  /** The value of a header by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  readonly body: string;
}
