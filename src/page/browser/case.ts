import type { Entry } from '../../cases/case.ts';

/** A case, as the service sends it in JSON. */
export interface CaseData {
  readonly id: string;
  readonly operation?: string;
  readonly title: string;
  readonly place: string;
  readonly kind: 'refused' | 'limit' | 'accepted';
  readonly request: RequestData;
  readonly expected: ExpectedData;
}

export interface RequestData {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
}

export interface ExpectedData {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly entries?: readonly Entry[];
  readonly body?: string;
  /** What is wrong with each value, in the words of the service. */
  readonly errors?: readonly { readonly place: string; readonly message: string }[];
}

/** An endpoint, as src/page/request-data.ts describes it. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** False for pages, which take every request. */
  readonly isChecked: boolean;
  readonly requests: readonly { readonly title: string; readonly request: RequestData }[];
  readonly fields: readonly FieldData[];
  /** The places of values that are not shown in addresses. */
  readonly secrets: readonly string[];
  readonly security: readonly (readonly string[])[];
}

/** A value of a request with a field of its own in the form. */
export interface FieldData {
  readonly place: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'number' | 'date' | 'choice' | 'json';
  /** The values to choose from, as JSON. */
  readonly options?: readonly string[];
  readonly about?: string;
}
