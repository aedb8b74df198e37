/** A request that a contract refuses, or, where it lies close by, one that it accepts; and the reply that it gets. */
export interface Case {
  /** Names the case for as long as the contract says the same: `createUser/body.age/less_than_equal`. */
  readonly id: string;
  /** The name of the endpoint; undefined where the request is for none. */
  readonly operation: string | undefined;
  /** The special point of the request, in plain English. */
  readonly title: string;
  /** The part of the request that is special, as a place: `body.age`. */
  readonly place: string;
  readonly kind: CaseKind;
  readonly request: CaseRequest;
  readonly expected: Expected;
}

/** A request may be refused by the contract, for its size alone, because it asks for a fault, or not at all. */
export type CaseKind = 'refused' | 'limit' | 'fault' | 'accepted';

/** A request in full, as it has to be sent. */
export interface CaseRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, which is sent as UTF-8, or bytes that are none. */
  readonly body: string | Uint8Array | undefined;
}

/** As much of a reply as the contract determines. */
export interface Expected {
  readonly status: number;
  /** The headers that belong to the refusal: `Allow`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The entries of an automatic 422, in their order. */
  readonly entries?: readonly Entry[];
  /** The whole body, where the handler has no say in it. */
  readonly body?: string;
}

/** The type and the place of one entry of a 422. */
export interface Entry {
  readonly type: string;
  readonly loc: readonly (string | number)[];
}
