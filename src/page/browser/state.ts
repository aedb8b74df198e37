import { defined } from '../../text/guards.ts';
import type { CaseData, ExpectedData, Operation, SearchLine } from './case.ts';
import type { Credentials } from './credentials.ts';
import type { ChosenFiles } from './files.ts';
import type { Answer, Silence } from './send.ts';
import { settings } from './settings.ts';

/** Everything that the page shows. It is changed by `update` alone, which shows it anew. */
export interface State {
  readonly operation: Operation | undefined;
  /** The cases of the endpoint; undefined until they are loaded. */
  readonly cases: readonly CaseData[] | undefined;
  /** True if the service did not answer with the cases. */
  readonly isUnavailable: boolean;
  /** The request that was chosen: one of the endpoint's, or a case. */
  readonly chosen: Chosen;
  /** The request as it stands. */
  readonly text: string;
  readonly view: 'form' | 'text';
  readonly expected: Expectation;
  readonly answer: Answered | undefined;
  readonly isSending: boolean;
  readonly filter: Filter;
  readonly run: Run | undefined;
  readonly sent: readonly Sent[];
  readonly credentials: Credentials;
  readonly files: ChosenFiles;
  readonly target: 'service' | 'try';
  readonly search: Search;
  /** What was just done, for screen readers. */
  readonly announcement: string;
}

/** A request to begin with. */
export interface Chosen {
  /** The id of a case or of a valid request. */
  readonly id: string;
  readonly title: string;
  /** The text before any change. */
  readonly text: string;
  readonly each?: CaseData;
}

/** The reply that the service would give to the request as it stands. */
export type Expectation =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'valid' }
  | { readonly kind: 'error'; readonly reply: ExpectedData };

/** The outcome of a request, and the text that was sent. */
export interface Answered {
  readonly text: string;
  readonly outcome: Answer | Silence;
  readonly expected: Expectation;
}

/** What narrows the list of errors. */
export interface Filter {
  readonly words: string;
  readonly field: string;
  readonly kind: string;
}

/** The search through all endpoints. */
export interface Search {
  readonly words: string;
  /** What is searched; undefined until it is loaded. */
  readonly lines: readonly SearchLine[] | undefined;
  /** The number of the result that the keys have reached. */
  readonly at: number;
}

/** A run through the invalid requests of one endpoint, or of all. */
export interface Run {
  readonly isOfAll: boolean;
  /** The requests that were sent. */
  readonly sent: number;
  /** How far the run is: in the cases of one endpoint, or in the endpoints. */
  readonly done: number;
  readonly total: number;
  readonly isOver: boolean;
  /** The cases that were answered otherwise than expected, with what is different. */
  readonly differing: readonly { readonly each: CaseData; readonly difference: string }[];
}

/** A request that was sent in this tab. */
export interface Sent {
  readonly hash: string;
  readonly route: string;
  readonly status: string;
  readonly time: string;
}

const CREDENTIALS = 'assay credentials';
const HISTORY = 'assay history';

let current: State = {
  operation: undefined,
  cases: undefined,
  isUnavailable: false,
  chosen: { id: '', title: '', text: '' },
  text: '',
  view: 'form',
  expected: { kind: 'unknown' },
  answer: undefined,
  isSending: false,
  filter: { words: '', field: '', kind: '' },
  run: undefined,
  sent: JSON.parse(sessionStorage.getItem(HISTORY) ?? '[]'),
  credentials: JSON.parse(sessionStorage.getItem(CREDENTIALS) ?? '{}'),
  files: new Map(),
  target: settings.tryRoot === '' ? 'service' : 'try',
  search: { words: '', lines: undefined, at: 0 },
  announcement: '',
};
let show: (state: State) => void = () => {};

/** Shows the state by `view`, now and whenever it is changed. */
export function showState(view: (state: State) => void): void {
  show = view;
  show(current);
}

export function stateNow(): State {
  return current;
}

/** The endpoint that is open. Without one, nothing of a request is shown. */
export function operationNow(): Operation {
  return defined(current.operation);
}

/** Changes the state, and shows it. What was sent and entered is kept until the tab is closed. */
export function update(change: Partial<State>): void {
  current = { ...current, ...change };
  if (change.sent) sessionStorage.setItem(HISTORY, JSON.stringify(change.sent));
  if (change.credentials) sessionStorage.setItem(CREDENTIALS, JSON.stringify(change.credentials));
  show(current);
}
