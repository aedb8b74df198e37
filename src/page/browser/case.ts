import type { Entry } from '../../cases/case.ts';

/** A case in the JSON of the refusals. */
export interface Case {
  readonly id: string;
  readonly operation?: string;
  readonly title: string;
  readonly place: string;
  readonly kind: 'refused' | 'limit' | 'accepted';
  readonly request: CaseRequest;
  readonly expected: Expected;
}

export interface CaseRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
}

export interface Expected {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly entries?: readonly Entry[];
  readonly body?: string;
}
