import { encodeBase64 } from '../text/bytes.ts';

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
  /** What is wrong there, as in the id. */
  readonly type: string;
  readonly kind: CaseKind;
  /** How sure it is that other implementations refuse the request too. */
  readonly certainty: Certainty;
  /** The rule that the request breaks, in a few words. */
  readonly rule: string;
  readonly request: CaseRequest;
  readonly expected: Expected;
  /** Says in the last case of an endpoint that there are more. */
  readonly note?: string;
}

/** The kind of a case: refused by the contract, refused for its size, answered with a requested fault, or accepted. */
export type CaseKind = 'refused' | 'limit' | 'fault' | 'accepted';

/**
 * How sure it is that a service refuses a request: every implementation of the contract must (`certain`); it may do either, but
 * must answer (`open`); or it must by a rule that other implementations do not follow (`debatable`).
 */
export type Certainty = 'certain' | 'open' | 'debatable';

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

/** Writes a case as one line of JSON. A body of bytes is written in Base64. */
export function caseJson({ request, ...others }: Case): string {
  return JSON.stringify({ ...others, request: requestJson(request) });
}

/** Writes a request for JSON. A body of bytes is written in Base64. */
export function requestJson({ body, ...others }: CaseRequest) {
  if (body === undefined) return others;
  if (typeof body === 'string') return { ...others, body };
  return { ...others, bodyBase64: encodeBase64(body) };
}

/** Writes cases as a JSON list, one line each, as they are generated; nothing for a step that makes none. */
export function* casesJson(cases: Iterable<Case | undefined>): Iterable<string> {
  let start = '[\n';
  for (const each of cases) {
    yield each ? start + caseJson(each) : '';
    if (each) start = ',\n';
  }
  yield start === ',\n' ? '\n]\n' : '[]\n';
}

/** The cases to select. */
export interface Selection {
  /** Selects only cases with this id, or one of these, in which `*` matches anything; by default all. */
  readonly only?: string | readonly string[];
  /** Skips cases with this id, or one of these, in which `*` matches anything. */
  readonly skip?: string | readonly string[];
  /** Includes requests that must be accepted. */
  readonly accepted?: boolean;
  /** Includes requests that are refused for their size. */
  readonly limits?: boolean;
  /** Includes requests that prefer a fault. */
  readonly faults?: boolean;
  /** Includes requests that only some implementations refuse; by default true. */
  readonly pedantic?: boolean;
}

/** Filters cases by a selection. */
export function* select(cases: Iterable<Case>, selection: Selection = {}): Iterable<Case> {
  const { accepted = false, limits = false, faults = false, pedantic = true } = selection;
  const only = patternsOf(selection.only);
  const skip = patternsOf(selection.skip);
  const counts = { refused: true, accepted, limit: limits, fault: faults };
  for (const each of cases) {
    const { id, kind, certainty } = each;
    if (!counts[kind] || (certainty === 'debatable' && !pedantic)) continue;
    if (only.length > 0 && !only.some((pattern) => matches(pattern, id))) continue;
    if (!skip.some((pattern) => matches(pattern, id))) yield each;
  }
}

export function patternsOf(given: string | readonly string[] = []): readonly string[] {
  return typeof given === 'string' ? [given] : given;
}

/** Matches a name against a pattern in linear time: each piece between stars is searched for after the one before it. */
export function matches(pattern: string, name: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
