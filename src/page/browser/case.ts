import type { Case, CaseRequest, Expected } from '../../cases/case.ts';

/** What the service tells the page's script, in JSON. */

export interface CaseData extends Pick<Case, 'id' | 'title' | 'place' | 'type' | 'note'> {
  readonly operation?: string;
  readonly kind: 'refused' | 'limit' | 'accepted';
  readonly request: RequestData;
  readonly expected: ExpectedData;
}

export interface RequestData extends Omit<CaseRequest, 'body'> {
  readonly body?: string;
  readonly bodyBase64?: string;
}

export interface ExpectedData extends Expected {
  /** What is wrong with each value, in the words of the service. */
  readonly errors?: readonly { readonly place: string; readonly message: string }[];
}

interface ValidRequest {
  /** The name of the endpoint and a slash; all but the first have a number after it. */
  readonly id: string;
  readonly title: string;
  readonly request: RequestData;
}

/** An endpoint, with what is needed to make requests of it. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** False for pages, which take every request. */
  readonly isChecked: boolean;
  /** Requests that are valid; the first is the one to begin with. */
  readonly requests: readonly ValidRequest[];
  readonly fields: readonly FieldData[];
  /** The places of values that are not shown in addresses, such as passwords. */
  readonly secrets: readonly string[];
  /** The names of the authentication schemes, for each way to be authorized. */
  readonly security: readonly (readonly string[])[];
}

/** A value of a request that has a field of its own in the form. */
export interface FieldData {
  /** Its place in a request: `query.page`, `body.name`. */
  readonly place: string;
  readonly name: string;
  readonly isRequired: boolean;
  /** One that is `json` holds any value. */
  readonly kind: 'text' | 'number' | 'date' | 'choice' | 'json' | 'file';
  /** The field holds several files. */
  readonly isSeveral?: true;
  /** The values to choose from, as JSON. */
  readonly options?: readonly string[];
  readonly about?: string;
}

/**
 * What is found of an endpoint, a webhook or a model: its address, what people call it, its words, and the names of its properties
 * and errors.
 */
export type SearchLine = readonly [
  address: string,
  title: string,
  route: string,
  about: string,
  properties: string,
  errors: string,
];
