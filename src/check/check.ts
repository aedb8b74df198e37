import { setMaxListeners } from 'node:events';
import { type Case, type Selection, select } from '../cases/case.ts';
import { type CaseStep, caseSteps, operationsOf, tellingCutOff } from '../cases/cases.ts';
import { acceptedRequest } from '../cases/changes.ts';
import type { Match, Received } from '../cases/compare.ts';
import type { Parts } from '../cases/request.ts';
import { wholeSubjectOf } from '../cases/robust.ts';
import { entriesOf, type Operation, type Subject } from '../cases/subject.ts';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { paramNames } from '../contract/path.ts';
import type { Hosting } from '../http/hosting.ts';
import { essenceOf } from '../http/media.ts';
import { defined } from '../text/guards.ts';
import { once } from '../text/memo.ts';
import { inTurns, type Steps } from '../text/turns.ts';
import { withinBudget } from './budget.ts';
import { byContract, byDocument, byService, type Expectation } from './expectation.ts';
import { isRefusal, type Judge, judgeOf } from './judge.ts';
import { isBusy, type Pace, sendPatiently } from './patience.ts';
import {
  baseCase,
  baseParts,
  credentialTest,
  deletedIds,
  type Given,
  inOrder,
  noParts,
  unknownIds,
  unusualCases,
  withTag,
  wrongCredentials,
} from './plan.ts';
import { itemsOn, type Params, Resources } from './resources.ts';
import type { Pairs, Result } from './result.ts';
import { NoReply, type SendOptions } from './sender.ts';

export interface CheckOptions extends Given {
  /** How much of a reply must be as the app itself answers; `declared` holds it against the document instead. */
  readonly match: Match | 'declared';
  /** The maximum number of requests in flight. */
  readonly workers: number;
  /** The time limit for a reply, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly pace: Pace;
  /**
   * Headers and parameters of the query that override those of the requests. Those that carry a credential are not sent where a
   * 401 is expected.
   */
  readonly headers: Pairs;
  readonly query: Pairs;
  /** The address of a service whose replies are the expected ones, and the headers and parameters for it. */
  readonly sameAs: string | undefined;
  readonly sameAsHeaders: Pairs;
  readonly sameAsQuery: Pairs;
  /** The only statuses with which values may be refused; by default those that the document declares. */
  readonly refusedStatus: readonly number[];
  readonly selection: Selection;
  /** Called for each case that is not sent because it is nearly the same as another. */
  readonly onLeftOut: () => void;
  /** Called with each operation that has more cases than can be made. */
  readonly onCutOff: (operation: string) => void;
  /** Tells whether the cases of an endpoint are sent, or those of none. */
  readonly includes: (endpoint: Endpoint | undefined) => boolean;
}

/** Sends the cases of an app to the service at an address. Yields results in the order of the cases. */
export async function* check(address: string, app: Hosting, options: CheckOptions): AsyncIterable<Result> {
  setMaxListeners(0, options.signal);
  const run = new Run(address, app, options);
  if (!isByDocument(options)) return yield* run.cases(run.subject);
  yield* run.bases();
  yield* run.cases({ ...run.subject, baseOf: (name) => run.known.get(name)?.parts });
  yield* run.deletions();
  yield* run.conflicts();
}

/** Tells whether replies are held against the document. Only then valid requests are sent first. */
export function isByDocument({ match, sameAs }: Pick<CheckOptions, 'match' | 'sameAs'>): boolean {
  return match === 'declared' && sameAs === undefined;
}

/** The valid request of an endpoint, and the status of its reply; undefined if it was not sent, or got none. */
interface Base {
  readonly operation: Operation;
  readonly parts: Parts;
  readonly status: number | undefined;
}

/** A request, and what its reply must be. */
interface Task {
  readonly each: Case;
  readonly base: Base | undefined;
  readonly headers: Pairs;
  readonly query: Pairs;
}

class Run {
  readonly subject: Subject;
  readonly known = new Map<string, Base>();
  readonly #address: string;
  readonly #contract: Contract;
  readonly #judge: Judge;
  readonly #options: CheckOptions;
  readonly #resources: Resources;
  readonly #isCredential: (place: 'header' | 'query', name: string) => boolean;
  readonly #conflicts: Case[] = [];
  readonly #deletable = once(() =>
    itemsIn(inOrder(this.subject).filter(({ endpoint }) => endpoint.method === 'DELETE')),
  );

  constructor(address: string, app: Hosting, options: CheckOptions) {
    this.subject = wholeSubjectOf(app);
    this.#address = address.replace(/\/$/, '');
    this.#contract = app.contract;
    this.#judge = judgeOf(app);
    this.#options = options;
    this.#resources = new Resources(app.contract);
    this.#isCredential = credentialTest(app.contract);
  }

  /** Sends the valid request of each endpoint, one by one, since some need what others create. */
  async *bases(): AsyncIterable<Result> {
    const all = inOrder(this.subject);
    const selected = await inTurns(this.#selectedOf(all));
    const items = itemsIn(selected);
    const needed = all.filter((each) => selected.has(each) || this.#creates(each, items));
    for (const operation of needed) {
      if (this.#options.signal.aborted) return;
      const { name, endpoint } = operation;
      const parts = baseParts(operation, this.#options, this.#resources.paramsFor(endpoint.path));
      this.known.set(name, { operation, parts, status: undefined });
      if (endpoint.method === 'DELETE') continue;
      const result = await this.#sendBase(operation, parts);
      if (selected.has(operation)) yield result;
    }
  }

  /** Sends a valid request; again with the tag of what it changes, if a service knows no other condition. */
  async #sendBase(operation: Operation, parts: Parts): Promise<Result> {
    const result = await this.#send(this.#task(baseCase(operation, parts)));
    const status = result.received?.status;
    const tagged = isRefusal(status) && withTag(parts, this.#resources.tagFor(operation.endpoint.path));
    if (tagged) return this.#sendBase(operation, tagged);
    this.known.set(operation.name, { operation, parts, status });
    return result;
  }

  /** Finds the operations of which any case is selected. */
  *#selectedOf(operations: readonly Operation[]): Steps<Set<Operation>> {
    const { includes, signal } = this.#options;
    const selected = new Set<Operation>();
    for (const each of operations) {
      const cases = includes(each.endpoint) ? this.#chosen(this.#ofOperation(each)) : [];
      if (yield* nextCase(cases[Symbol.iterator](), signal)) selected.add(each);
      yield;
    }
    return selected;
  }

  *#ofOperation(operation: Operation): Iterable<CaseStep> {
    yield* caseSteps(this.subject, operation.name);
    yield* this.#further(operation, this.subject);
    yield* deletedIds(operation, acceptedRequest(operation));
  }

  *#chosen(steps: Iterable<CaseStep>): Iterable<CaseStep> {
    for (const each of steps) yield each && [...select([each], this.#options.selection)][0];
  }

  /** Makes cases in turns, as far as nobody stops the check. */
  async *#inTurns(steps: Iterable<CaseStep>): AsyncIterable<Case> {
    const iterator = steps[Symbol.iterator]();
    for (;;) {
      const each = await inTurns(nextCase(iterator, this.#options.signal));
      if (!each) return;
      yield each;
    }
  }

  /** Sends the cases, as many at once as there are workers. */
  async *cases(subject: Subject): AsyncIterable<Result> {
    const waiting: Promise<Result>[] = [];
    for await (const each of this.#inTurns(this.#budgeted(subject))) {
      waiting.push(this.#send(this.#task(each)));
      if (waiting.length >= this.#options.workers)
        yield* this.#unlessConflict(await defined(waiting.shift()));
    }
    for (const each of waiting) yield* this.#unlessConflict(await each);
  }

  /** Puts off what can't be told as long as there is what the valid request has created, to which a value must not be equal. */
  *#unlessConflict(result: Result): Iterable<Result> {
    const { case: each, received } = result;
    const base = this.known.get(each.operation ?? '');
    const isConflict = received?.status === CONFLICT && each.certainty === 'certain';
    if (isConflict && base && isSuccess(base.status) && this.#canDelete(base.operation))
      this.#conflicts.push(each);
    else yield result;
  }

  /** Tells whether what an operation creates can be deleted. */
  #canDelete(operation: Operation): boolean {
    return this.#creates(operation, this.#deletable());
  }

  /** Tells whether an operation creates any of these items. */
  #creates({ endpoint }: Operation, items: ReadonlySet<string>): boolean {
    return this.#resources.itemsOf(endpoint).some((path) => items.has(path));
  }

  /** Sends again what was in conflict with something that is deleted by now, and deletes what that creates. */
  async *conflicts(): AsyncIterable<Result> {
    for (const each of this.#conflicts) {
      if (this.#options.signal.aborted) return;
      yield await this.#send(this.#task(each));
      for (const deletion of this.#deletions()) await this.#send(this.#task(deletion.each));
    }
  }

  /** The cases of a check by a document are few enough for CI, unless somebody has asked for some, or for all. */
  #budgeted(subject: Subject): Iterable<CaseStep> {
    const { onLeftOut, selection } = this.#options;
    const { only = [], pedantic } = selection;
    const cases = this.#selected(subject);
    const isWhole = !subject.baseOf || pedantic || only.length > 0;
    // Each operation has a valid request, and what is created is deleted again.
    return isWhole ? cases : withinBudget(cases, 2 * this.known.size, onLeftOut);
  }

  *#selected(subject: Subject): Iterable<CaseStep> {
    const { includes } = this.#options;
    const hasBases = subject.baseOf !== undefined;
    for (const each of this.#chosen(this.#all(subject))) {
      const { operation } = { operation: undefined, ...each };
      const endpoint = operation === undefined ? undefined : this.#contract.endpoints[operation];
      const isSent = hasBases && each?.kind === 'accepted' && each.place === 'request';
      yield isSent || !includes(endpoint) ? undefined : each;
    }
  }

  *#all(subject: Subject): Iterable<CaseStep> {
    yield* tellingCutOff(caseSteps(subject), this.#options.onCutOff);
    if (subject.baseOf) for (const operation of inOrder(subject)) yield* this.#further(operation, subject);
  }

  /** The cases of an operation that no contract knows of: unusual requests, and credentials that are not valid. */
  *#further(operation: Operation, subject: Subject): Iterable<CaseStep> {
    yield;
    const parts = subject.baseOf?.(operation.name) ?? acceptedRequest(operation);
    yield* unusualCases(operation, parts);
    const statuses = this.#judge.declared(operation.name)?.statuses ?? [];
    const isDeclared = statuses.includes('404') || statuses.includes('4XX');
    yield* unknownIds(operation, parts, isDeclared && this.#isMade(operation));
    yield* wrongCredentials(operation, parts, this.#options);
  }

  /** Tells whether an operation has found what the check has created. */
  #isMade({ name, endpoint: { path } }: Operation): boolean {
    const [last = ''] = paramNames(path).slice(-1);
    return isSuccess(this.known.get(name)?.status) && Object.hasOwn(this.#resources.paramsFor(path), last);
  }

  /** Deletes what the check has created, and reports the first deletion at each path. */
  async *deletions(): AsyncIterable<Result> {
    const reported = new Set<string>();
    for (const { operation, params, each } of this.#deletions()) {
      if (this.#options.signal.aborted) return;
      const { name } = operation;
      const isFirst = !reported.has(name);
      reported.add(name);
      const readings = isFirst ? this.#readings(operation, params) : [];
      const before = await Promise.all(readings.map((reading) => this.#send(reading)));
      const result = await this.#send(this.#task(each));
      if (this.known.has(name) && isFirst) yield result;
      if (!isSuccess(result.received?.status)) continue;
      for (const [at, reading] of readings.entries()) {
        const after = await this.#send(reading);
        // What has changed by its deletion is only marked as deleted.
        const isMarked =
          isSuccess(after.received?.status) && after.received?.body !== before[at]?.received?.body;
        if (!isMarked) yield after;
      }
    }
  }

  /** The requests that delete what was created since the last ones. */
  *#deletions() {
    const partsOf = (name: string) => this.known.get(name)?.parts ?? noParts;
    for (const { name, params, request } of this.#resources.deletions(this.subject.basePath, partsOf)) {
      const { operation } = defined(operationsOf(this.subject).get(name));
      yield { operation, params, each: { ...baseCase(operation, partsOf(name)), request } };
    }
  }

  /** The requests that read what a deletion deletes. */
  #readings(deletion: Operation, params: Params): Task[] {
    const all = [...this.known.values()].filter(
      ({ operation, status }) => operation.endpoint.path === deletion.endpoint.path && isSuccess(status),
    );
    return all.flatMap(({ operation, parts }) => {
      const cases = deletedIds(operation, { ...parts, params });
      return Array.from(select(cases, this.#options.selection), (each) => this.#task(each));
    });
  }

  #task(each: Case): Task {
    const { headers, query } = this.#options;
    const base = each.operation === undefined ? undefined : this.known.get(each.operation);
    const isOwn = each.expected.status === 401;
    return {
      each,
      base,
      headers: headers.filter(([name]) => !isOwn || !this.#isCredential('header', name)),
      query: query.filter(([name]) => !isOwn || !this.#isCredential('query', name)),
    };
  }

  async #send(task: Task): Promise<Result> {
    const { each, base, headers, query } = task;
    const [sentAt, start] = [Date.now(), performance.now()];
    const common = { case: each, headers, query, wanted: '', sentAt, took: 0 };
    if (isUnauthorized(base?.status) && needsCredential(each))
      return { ...common, outcome: 'inconclusive', why: refusedWords(base?.status), isSent: false };
    const [received, expectation] = await Promise.all([
      this.#exchange(this.#address, each, { headers, query }),
      this.#expectation(each),
    ]);
    const sent = { ...common, isSent: true, took: performance.now() - start };
    if (this.#options.signal.aborted) return { ...sent, outcome: 'not run', why: 'stopped' };
    if (expectation instanceof NoReply)
      return { ...sent, outcome: 'not run', why: `${this.#options.sameAs}: ${expectation.why}` };
    this.#note(task, received);
    return { ...sent, ...verdict(task, received, expectation), wanted: expectation.words };
  }

  #exchange(address: string, { request, expected }: Case, added: Pick<SendOptions, 'headers' | 'query'>) {
    const { timeout, signal, pace } = this.#options;
    return sendPatiently(address, request, { timeout, signal, pace, ...added, expects: expected.status });
  }

  async #expectation(each: Case): Promise<Expectation | NoReply> {
    const { match, sameAs, refusedStatus } = this.#options;
    const replies = this.#judge.declared(each.operation);
    if (sameAs !== undefined) return this.#ofService(sameAs, each);
    if (match === 'declared') return byDocument(each, replies, refusedStatus);
    return byContract(each.expected, match);
  }

  /** Expects what another service answers. */
  async #ofService(address: string, each: Case): Promise<Expectation | NoReply> {
    const { match, sameAsHeaders: headers, sameAsQuery: query } = this.#options;
    const received = await this.#exchange(address, each, { headers, query });
    if (received instanceof NoReply) return received;
    const { status, body, header } = received;
    if (isBusy(status) && status !== each.expected.status) return new NoReply(`the status is ${status}`);
    const listed = ['Allow', 'WWW-Authenticate'].flatMap((name) => {
      const value = header(name.toLowerCase());
      return value ? [[name, value]] : [];
    });
    const entries = entriesOf(status, body);
    const contentType = essenceOf(header('content-type') ?? '');
    const expected = {
      status,
      headers: Object.fromEntries(listed),
      ...(entries && { entries }),
      body,
      contentType,
    };
    const replies = this.#judge.declared(each.operation);
    return byService(expected, match === 'declared' ? 'type' : match, replies);
  }

  /** Notes what a request has created. */
  #note({ base }: Task, received: Received | NoReply): void {
    if (!base || received instanceof NoReply) return;
    const { name, endpoint } = base.operation;
    const links = this.#judge.declared(name)?.links(received.status) ?? [];
    this.#resources.add(endpoint, base.parts.params, received, links);
  }
}

const CONFLICT = 409;

function isSuccess(status = 0): boolean {
  return status >= 200 && status < 300;
}

/** The paths of the items that some operations need: `/lamps/{id}` for `/lamps/{id}/light`. */
function itemsIn(operations: Iterable<Operation>): ReadonlySet<string> {
  return new Set(Array.from(operations, ({ endpoint }) => itemsOn(endpoint.path)).flat());
}

/** Makes the next case in steps; undefined if there is no more, or the check is stopped. */
function* nextCase(iterator: Iterator<CaseStep>, signal: AbortSignal): Steps<CaseStep> {
  while (!signal.aborted) {
    const { done, value } = iterator.next();
    if (done || value) return value;
    yield;
  }
  return undefined;
}

function isUnauthorized(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

/** Recognizes the cases to which a service answers before it asks who sends them, or which are about that. */
function needsCredential({ place }: Case): boolean {
  return place !== 'credential' && place !== 'method';
}

function refusedWords(status: number | undefined): string {
  return `the valid request is rejected with ${status}`;
}

function verdict(
  { each, base }: Task,
  received: Received | NoReply,
  expectation: Expectation,
): Pick<Result, 'outcome' | 'fault' | 'why' | 'received'> {
  if (received instanceof NoReply) return { outcome: 'differs', fault: 'crashed', why: received.why };
  const { status } = received;
  if (isBusy(status) && status !== each.expected.status)
    return { outcome: 'not run', why: `the status is ${status}`, received };
  const mistake = expectation.mistake(received);
  if (isBase(each) && base && isRefusal(status) && mistake?.fault !== 'reply')
    return { outcome: 'inconclusive', why: refusedWords(status), received };
  if (base?.status === status && status >= 400 && isOfValues(each) && !isBase(each))
    return { outcome: 'inconclusive', why: refusedWords(status), received };
  if (!mistake) return { outcome: 'agrees', received };
  // No valid request was sent, lest something is deleted.
  const isUnsent = base !== undefined && base.status === undefined;
  if (isUnsent && isUnauthorized(status) && needsCredential(each))
    return { outcome: 'inconclusive', why: refusedWords(status), received };
  return { outcome: 'differs', fault: mistake.fault, why: mistake.what, received };
}

function isBase({ place, kind }: Case): boolean {
  return place === 'request' && kind === 'accepted';
}

/** Recognizes the cases whose reply says nothing if the valid request gets the same. */
function isOfValues({ place }: Case): boolean {
  return place !== 'credential' && place !== 'method' && !place.startsWith('path.');
}
