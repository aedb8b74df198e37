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
}
