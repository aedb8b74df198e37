/** A request that a contract refuses, or a similar one that it accepts, and the expected reply. */
export interface Case {
  /** A name such as `createUser/body.age/less_than_equal`, which stays the same while the contract does. */
  readonly id: string;
  /** The name of the endpoint; undefined if the request is for none. */
  readonly operation: string | undefined;
  /** A description of the request, in plain English. */
  readonly title: string;
  /** The place in the request that the case is about, such as `body.age`. */
  readonly place: string;
  readonly kind: CaseKind;
  readonly request: CaseRequest;
  readonly expected: Expected;
}

/** The kind of a case: refused by the contract, refused for its size, answered with a requested fault, or accepted. */
export type CaseKind = 'refused' | 'limit' | 'fault' | 'accepted';

/** A complete request, to be sent exactly like this. */
export interface CaseRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, sent as UTF-8, or bytes that are not valid UTF-8. */
  readonly body: string | Uint8Array | undefined;
}

/** The parts of a reply that the contract determines. */
export interface Expected {
  readonly status: number;
  /** The headers of the refusal: `Allow`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The entries of an automatic 422, in order. */
  readonly entries?: readonly Entry[];
  /** The whole body, unless it depends on the handler. */
  readonly body?: string;
}

/** The type and place of one entry of a 422. */
export interface Entry {
  readonly type: string;
  readonly loc: readonly (string | number)[];
}
