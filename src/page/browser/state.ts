import { defined } from '../../text/guards.ts';
import type { CaseData, ExpectedData, Operation, SearchLine } from './case.ts';
import type { Credentials, Schemes } from './credentials.ts';
import type { Answer, Silence } from './send.ts';

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
  readonly target: 'service' | 'try';
  readonly search: Search;
  /** What was just done, for screen readers. */
  readonly announcement: string;
}

/** A request to begin with. */
export interface Chosen {
  /** The id of a case, or that of the endpoint, followed by the number of its valid request. */
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
  readonly lines: readonly Searched[] | undefined;
  readonly found: readonly SearchLine[];
  /** The number of the result that the keys have reached. */
  readonly at: number;
}

/** A line, and its parts in lower case, which are searched with every key. */
export interface Searched {
  readonly line: SearchLine;
  readonly parts: readonly string[];
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

/** What the served page says. */
export interface Settings {
  /** The address of the service, without a slash at the end. */
  readonly root: string;
  /** The address of one's own service, to which requests may go instead. */
  readonly tryRoot: string | undefined;
  readonly cases: string;
  readonly docs: string;
  readonly schemes: Schemes;
  /** The names of all endpoints. */
  readonly names: readonly string[];
  readonly title: string;
}

let current: State | undefined;
let show: (state: State) => void = () => {};

/** Shows the first state, and by `view` every one after it. */
export function startState(first: State, view: (state: State) => void): void {
  show = view;
  current = first;
  show(first);
}

export function stateNow(): State {
  return defined(current);
}

/** The endpoint that is open. Without one, nothing of a request is shown. */
export function operationNow(): Operation {
  return defined(stateNow().operation);
}

/** Changes the state, and shows it. */
export function update(change: Partial<State>): void {
  current = { ...stateNow(), ...change };
  show(current);
}
