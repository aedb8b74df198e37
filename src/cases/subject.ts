import type { Contract, Endpoint, Method } from '../contract/endpoint.ts';
import type { Issue } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import type { Inject } from '../http/inject.ts';
import type { Limits } from '../http/limits.ts';
import type { Case, CaseKind, CaseRequest, Entry, Expected } from './case.ts';
import type { Parts } from './request.ts';
import { type Basis, basisOf, basisOfKind } from './rules.ts';

/** The parts of an app that its cases are derived from. None of them calls a handler. */
export interface Subject {
  readonly contract: Contract;
  /** The prefix of every path. */
  readonly basePath: string;
  readonly limits: Limits;
  /** Answers requests in memory; returns undefined if a handler would be called. */
  readonly inject: Inject;
  /** Runs what answers a request, in steps if its error takes long to write. */
  readonly ahead?: ErrorFormat['ahead'];
  /** True if requests may prefer faults. */
  readonly hasFaults: boolean;
  /** Returns the request that the cases of an endpoint vary in one thing, by its name; by default one is made up. */
  readonly baseOf?: (endpoint: string) => Parts | undefined;
  /** Yields further requests for an operation; those that are refused are cases. */
  readonly further?: ((operation: Operation, base: Parts) => Iterable<Draft | undefined>) | undefined;
}

/** One endpoint of the app. */
export interface Operation {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly subject: Subject;
  /** The methods of all endpoints with its path. */
  readonly siblings: readonly Method[];
  /** The search for the values of its requests. */
  readonly search?: Search;
}

/** The work that a search may still take, and whether there is more to find, which would take too long. */
export interface Search {
  left: number;
  isCutOff?: boolean;
}

/** A case without its expected reply. */
export interface Draft {
  readonly operation: string | undefined;
  readonly place: string;
  readonly type: string;
  readonly title: string;
  readonly request: CaseRequest;
  readonly kind?: CaseKind;
  /** What the case rests on, if its place and type don't tell. */
  readonly basis?: Basis;
  /** The mistake in a value, if there is a single one. */
  readonly issue?: Issue | undefined;
}

/** Answers a request, with a pause wherever the service may do something else. */
export function* answered(
  { inject, ahead }: Subject,
  request: CaseRequest,
): Generator<undefined, ReturnType<Inject>> {
  const answer = () => inject(request);
  return ahead ? yield* ahead(answer) : answer();
}

/**
 * Makes a case of a request, if it is refused before a handler is called. If the number of its issues is given, a request that the
 * service reads differently than intended has others, and is skipped.
 */
export function* refusedCase(subject: Subject, draft: Draft, count?: number): Iterable<Case | undefined> {
  const reply = yield* answered(subject, draft.request);
  if (reply === undefined || reply.status < 400) return;
  if (count !== undefined && reply.issues?.all.length !== count) return;
  const { status, headers, body } = reply;
  const kept = refusalHeaders(headers);
  const entries = entriesOf(status, body);
  const [issue, ...others] = reply.issues?.all ?? [];
  const known = { ...draft, issue: draft.issue ?? (others.length === 0 ? issue : undefined) };
  yield caseOf(known, { status, ...(kept && { headers: kept }), ...(entries && { entries }), body });
}

export function caseOf(draft: Draft, expected: Expected): Case {
  const { operation, place, type, title, request, kind = 'refused', issue } = draft;
  const { basis = kind === 'refused' ? basisOf({ place, type, issue }) : basisOfKind[kind] } = draft;
  const id = [operation, place, type].filter((part) => part !== undefined).join('/');
  return { id, operation, title, place, type, kind, ...basis, request, expected };
}

const REFUSAL_HEADER = /^(allow|www-authenticate): (.*)\r$/gim;

/** Picks the headers of a refusal from header lines. */
export function refusalHeaders(lines: string): Expected['headers'] {
  const found = [...lines.matchAll(REFUSAL_HEADER)].map(([, name = '', value = '']) => [name, value]);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The entries of an automatic 422; undefined for any other reply. */
export function entriesOf(status: number, body: string): Entry[] | undefined {
  const detail = status === 422 ? detailOf(body) : undefined;
  return Array.isArray(detail) && detail.every(isEntry)
    ? detail.map(({ type, loc }) => ({ type, loc }))
    : undefined;
}

function detailOf(body: string): unknown {
  try {
    return Object(JSON.parse(body)).detail;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && typeof value.type === 'string' && Array.isArray(value.loc);
}
