import { type Endpoint, isForm, type Method } from '../contract/endpoint.ts';
import type { Hosting, HostOptions } from '../http/hosting.ts';
import { PROBLEM_TYPE } from '../http/negotiate.ts';
import { phraseOf } from '../http/phrases.ts';
import { listInWords } from '../text/cut.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import { slug } from '../text/strings.ts';
import type { Case, CaseRequest, Expected } from './case.ts';
import { acceptedInSteps, newSearch, textParts } from './changes.ts';
import { bodyLimitCases, generalCases, methodCase, protocolCases } from './http.ts';
import { assemble, type Parts, partsOf } from './request.ts';
import { caseOf, type Operation, refusedCase, type Subject } from './subject.ts';
import { acceptedCases, valueCases } from './values.ts';

/**
 * Yields the requests that a contract refuses, and similar ones that it accepts: of all operations, of the one named `only`,
 * or, if that is empty, those that belong to none.
 */
export function* casesOf(subject: Subject, only?: string): Iterable<Case> {
  for (const each of caseSteps(subject, only)) if (each) yield each;
}

/** A case, or undefined in between, where others may have their turn: of many values, only some make a case. */
export type CaseStep = Case | undefined;

/** What all cases may still take, and whether some are left out of which no other case of their operation tells. */
interface Budget {
  left: number;
  isUntold?: boolean;
}

/** Yields the same cases in steps, as far as there is something left of what they may take. */
export function* caseSteps(
  subject: Subject,
  only?: string,
  all: Budget = { left: Number.POSITIVE_INFINITY },
): Iterable<CaseStep> {
  for (const listed of operationsOf(subject).values()) {
    const { name, endpoint } = listed.operation;
    // The reply to HEAD has no body, so nothing can be said of its errors.
    if (endpoint.method === 'HEAD') continue;
    if (all.left > 0 && (only === undefined || only === name)) yield* distinctCases(listed, all);
  }
  if (only !== undefined && only !== '') return;
  for (const each of generalCases(subject)) yield each && all.isUntold ? { ...each, note: CUT_OFF } : each;
  yield* faultCases(subject);
}

const CUT_OFF = 'More are left out: too much work';
/** The limit on the characters of an operation's cases: each has a whole request, and many have a whole reply. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** The characters that each declared field counts as for each request that is tried, which looks for all of them. */
const CHARACTERS_OF_FIELD = 4;

/** Yields the same cases, and tells of each operation that has more, which would take too long to make. */
export function* tellingCutOff<Step extends CaseStep>(
  cases: Iterable<Step>,
  onCutOff: (operation: string) => void,
): Iterable<Step> {
  for (const each of cases) {
    if (each?.note !== undefined) onCutOff(each.operation ?? 'other operations');
    yield each;
  }
}

export function cutOffInWords(names: readonly string[]): string {
  return `Further test cases of ${listInWords(names, String, ' and ')} are left out: it would take too long to make them`;
}

/** The cases of an operation, of those with the same request only the first. If there are more, the last one says so. */
function* distinctCases({ operation, showsLimits }: Listed, all: Budget): Iterable<CaseStep> {
  const search = newSearch();
  const listed = { operation: { ...operation, search }, showsLimits };
  const { name, endpoint, subject } = operation;
  const base = subject.baseOf?.(name) ?? (yield* acceptedInSteps(listed.operation));
  const charactersOfEach = charactersOfTexts(endpoint, base);
  const sent = new Set<string>();
  let left = Math.min(MAX_CHARACTERS, all.left);
  all.left -= left;
  let last: CaseStep;
  yield undefined;
  for (const each of operationCases(listed, base)) {
    const request = each ? keyOf(each.request) : '';
    if (each !== undefined) left -= charactersOfEach;
    if (each && !sent.has(request)) {
      sent.add(request);
      left -= each.id.length + request.length + String(each.expected.body).length;
      if (left >= 0) {
        yield last;
        last = each;
      }
    } else yield;
    if (left < 0) break;
  }
  all.left += left;
  const isCutOff = search.isCutOff || left < 0;
  yield last && isCutOff ? { ...last, note: CUT_OFF } : last;
  all.isUntold ||= !last && isCutOff;
}

/** Makes a key of a request. Writing it as JSON would take four times as long. */
function keyOf({ method, target, headers, body = '' }: CaseRequest): string {
  let key = `${method} ${target}`;
  for (const name of Object.keys(headers)) key += `\n${name}: ${headers[name]}`;
  return `${key}\n\n${body}`;
}

/** The characters that a request counts as for each that is tried, without a body in JSON. All of its texts are read again. */
function charactersOfTexts(endpoint: Endpoint, base: Parts): number {
  const { body } = endpoint;
  const parts: unknown[][] = textParts.map((part) => [endpoint[part], base[part]]);
  if (isForm(body)) parts.push([body.form, base.body]);
  let characters = 0;
  for (const [fields, texts] of parts) {
    characters += CHARACTERS_OF_FIELD * Object.keys(Object(fields)).length;
    characters += Object.entries(Object(texts)).join().length;
  }
  return characters;
}

function* operationCases(listed: Listed, base: Parts): Iterable<CaseStep | null> {
  yield* refusedCases(listed, base);
  yield* acceptedCases(listed.operation, base);
}

/** Prepares an app for listing its cases. */
export function subjectOf({ contract, basePath, dryRun }: Hosting, host?: HostOptions): Subject {
  return { contract, basePath, ...dryRun(host) };
}

/** An operation, and whether to include the cases of body limits. */
interface Listed {
  readonly operation: Operation;
  readonly showsLimits: boolean;
}

const known = new WeakMap<Subject, ReadonlyMap<string, Listed>>();

/** The operations of an app by their names. Body limits are the same for all, so only the first that reads JSON shows them. */
export function operationsOf(subject: Subject): ReadonlyMap<string, Listed> {
  return ensure(known, subject, () => {
    const endpoints = Object.entries(subject.contract.endpoints);
    const byPath = new Map<string, Method[]>();
    const methodsOf = (path: string) => ensure(byPath, path, () => []);
    for (const [, { path, method }] of endpoints) methodsOf(path).push(method);
    const reading = endpoints.find(([, { body }]) => typeof body === 'object' && !isForm(body));
    return new Map(
      endpoints.map((entry) => {
        const [name, endpoint] = entry;
        const operation = { name, endpoint, subject, siblings: methodsOf(endpoint.path) };
        return [name, { operation, showsLimits: entry === reading }];
      }),
    );
  });
}

/** Yields the requests that one endpoint refuses; some may occur twice. */
export function* refusedCases({ operation, showsLimits }: Listed, base: Parts): Iterable<CaseStep | null> {
  const { subject } = operation;
  yield* valueCases(operation, base);
  yield undefined;
  yield* protocolCases(operation, base);
  yield* methodCase(operation, base);
  for (const draft of subject.further?.(operation, base) ?? []) {
    yield undefined;
    if (draft) yield* refusedCase(subject, draft);
  }
  yield* exampleCases(operation);
  if (showsLimits) yield* bodyLimitCases(operation, base);
}

/**
 * Yields the cases that only the handler or the check of the credential refuses. Neither is called here, so the status is
 * that of the contract's example.
 */
function* exampleCases({ name, endpoint, subject }: Operation): Iterable<Case> {
  for (const example of endpoint.examples ?? []) {
    const { title, status } = example;
    const request = assemble(endpoint, partsOf(example), subject.basePath);
    if (status < 400 || subject.inject(request) !== undefined) continue;
    yield caseOf({ operation: name, place: 'example', type: slug(title), title, request }, { status });
  }
}

/** The faults that a request can prefer: a status, and perhaps something else, with its meaning. */
const faults: readonly (readonly [code: number, other: string, meaning: string])[] = [
  ...[429, 500, 502, 503, 504].map((code) => [code, '', ''] as const),
  [502, ', format=html', ' as a page'],
  [504, ', format=html', ' as a page'],
  [503, ', delay=2', ' after two seconds'],
  [502, ', cut=body', ' with half a body'],
];

/** Yields the requests that prefer a fault, if faults are enabled. */
function* faultCases({ basePath, hasFaults, inject }: Subject): Iterable<Case> {
  if (!hasFaults) return;
  for (const [code, other, meaning] of faults) {
    const prefer = `code=${code}${other}`;
    const title = `The request prefers ${code} ${phraseOf(code)}${meaning}`;
    // Without a delay or a cut, the expected reply is there at once.
    const plain = other.includes('format') ? prefer : `code=${code}`;
    const request = { method: 'GET', target: `${basePath}/`, headers: { Prefer: prefer }, body: undefined };
    const reply = defined(inject({ ...request, headers: { Prefer: plain } }));
    const type = prefer.replaceAll(', ', '/');
    const draft = { operation: undefined, place: 'prefer', type, title, request, kind: 'fault' } as const;
    yield caseOf(draft, { status: reply.status, ...(plain === prefer && { body: reply.body }) });
  }
}

/** Turns cases into those of a client that prefers problem details. */
export function* asProblems(cases: Iterable<Case>, { inject }: Subject): Iterable<Case> {
  for (const each of cases) {
    const request = { ...each.request, headers: { ...each.request.headers, Accept: PROBLEM_TYPE } };
    const { status, headers, body } = each.expected;
    const reply = body === undefined ? undefined : inject(request);
    // The errors of hosts are not known here as problem details.
    const isProblem = reply?.headers.includes(PROBLEM_TYPE) === true;
    const expected: Expected = {
      status,
      ...(headers && { headers }),
      ...(isProblem && { body: reply.body }),
    };
    yield { ...each, request, expected: status < 400 ? each.expected : expected };
  }
}
