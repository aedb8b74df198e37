import { isForm } from '../contract/endpoint.ts';
import { usualSuccess } from '../contract/success.ts';
import { type Issue, Issues, type Path, reason } from '../errors/issue.ts';
import { valuesOfEachType } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { defaultLimits } from '../http/limits.ts';
import { parser } from '../http/parse.ts';
import { defined } from '../text/guards.ts';
import { beginningOf, sentenceStart, slug } from '../text/strings.ts';
import type { Case } from './case.ts';
import { allWrong, changes, newSearch } from './changes.ts';
import { assemble, type Parts, writeRaw } from './request.ts';
import { answered, caseOf, type Operation, refusedCase } from './subject.ts';

/** Yields the requests in which one value is wrong, or several are. Null stands for one that is tried, undefined for a pause. */
export function* valueCases(operation: Operation, base: Parts): Iterable<Case | null | undefined> {
  const { name, endpoint, subject } = operation;
  const find = yield* issueFinder(operation, base);
  const ids = new IssueIds();
  for (const parts of wrongRequests(operation, base)) {
    yield parts && null;
    if (!parts) continue;
    const { all, issues } = find(parts);
    const special = issues.length === 0 ? undefined : ids.take(issues);
    if (!special) continue;
    yield undefined;
    const request = assemble(endpoint, parts, subject.basePath);
    const draft = {
      operation: name,
      ...special,
      title: issuesTitle(issues),
      request,
      issue: mainIssue(issues),
    };
    yield* refusedCase(subject, draft, all.length);
  }
}

function* wrongRequests(operation: Operation, base: Parts): Iterable<Parts | undefined> {
  yield* changes(operation, base, 'refused');
  const { params, query, headers, cookies, body } = operation.endpoint;
  if (isForm(body) || (params ?? query ?? headers ?? cookies)) yield yield* allWrong(operation, base);
}

interface Found {
  readonly all: readonly Issue[];
  /** The issues that the base request does not have. */
  readonly issues: readonly Issue[];
}

/** Returns a function that finds the issues of a request. */
function* issueFinder({ endpoint }: Operation, base: Parts): Iterable<undefined, (parts: Parts) => Found> {
  const { parse } = parser(endpoint, defaultLimits.errors);
  yield;
  const issuesOf = (parts: Parts) => {
    const result = parse(parts, parts.body, undefined);
    return result instanceof Issues ? result.all : [];
  };
  const known = new Set(issuesOf(base).map(keyOf));
  yield;
  return (parts) => {
    const all = issuesOf(parts);
    return { all, issues: known.size === 0 ? all : all.filter((issue) => !known.has(keyOf(issue))) };
  };
}

function keyOf({ path, type }: Issue): string {
  return JSON.stringify([path, type]);
}

interface Special {
  readonly place: string;
  readonly type: string;
}

/** Assigns a unique id to each issue, and none to an issue that shows nothing new. */
class IssueIds {
  readonly #given = new Set<string>();
  readonly #shown = new Set<string>();

  take(issues: readonly Issue[]): Special | undefined {
    const issue = mainIssue(issues);
    if (!issue) return this.#give({ place: placeOf(commonPath(issues)), type: 'several' });
    const place = placeOf(issue.path);
    const kind = kindOf(issue.input);
    const shown = `${place}/${issue.type}/${kind}`;
    const isFurther = valuesOfEachType.includes(issue.input) && !this.#isSpecial(place, issue);
    if (isFurther && this.#shown.has(shown)) return undefined;
    this.#shown.add(shown);
    const given = this.#give({ place, type: isFurther ? `${issue.type}/${kind}` : issue.type });
    // A format has many mistakes of one type.
    return given ?? this.#giveFurther(place, issue);
  }

  /** Assigns the id of a further mistake of the same type: a format has many. */
  #giveFurther(place: string, { type, input, context }: Issue): Special | undefined {
    if (!('format' in context)) return undefined;
    const name = `${type}/${valueName(input)}`;
    let given = this.#give({ place, type: name });
    for (let number = 2; !given; number++) given = this.#give({ place, type: `${name}-${number}` });
    return given;
  }

  /** Tells whether a value that equals one of the general samples was chosen for this field. */
  #isSpecial(place: string, { type, path, input }: Issue): boolean {
    if (type === 'missing') return path.length > 1;
    return typeof input === 'string' && !type.endsWith('_type') && !this.#given.has(`${place}/${type}`);
  }

  #give(special: Special): Special | undefined {
    const id = `${special.place}/${special.type}`;
    if (this.#given.has(id)) return undefined;
    this.#given.add(id);
    return special;
  }
}

function placeOf(path: Path): string {
  return path.length === 0 ? 'request' : path.join('.');
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty' : 'text';
  if (typeof value !== 'object') return typeof value;
  return Array.isArray(value) ? 'list' : 'object';
}

/** Yields the accepted request and variants of it: with a value at a bound, or without an optional one. Null is for each that is tried. */
export function* acceptedCases(operation: Operation, base: Parts): Iterable<Case | null | undefined> {
  const { name, endpoint, subject, search = newSearch() } = operation;
  const given = new Set<string>();
  const basePlaces = byPlace(base);
  for (const parts of acceptedRequests(operation, base)) {
    yield parts && null;
    if (!parts) continue;
    const { path, value } = difference(basePlaces, byPlace(parts));
    const place = placeOf(path);
    const type = `accepted/${path.length === 0 ? 'example' : valueName(value)}`;
    const key = `${place}/${type}`;
    if (given.has(key)) continue;
    const request = assemble(endpoint, parts, subject.basePath);
    if (yield* answered(subject, request)) {
      // One that is too long to be accepted took its time.
      search.left -= request.target.length;
      continue;
    }
    given.add(key);
    const draft = { operation: name, place, type, title: titleOf(path, value), request };
    yield caseOf({ ...draft, kind: 'accepted' }, { status: usualSuccess(endpoint).status });
  }
}

function* acceptedRequests(operation: Operation, base: Parts): Iterable<Parts | undefined> {
  yield base;
  yield* changes(operation, base, 'accepted');
}

function titleOf(path: Path, value: unknown): string {
  if (path.length === 0) return 'The request is in order';
  return `${sentenceStart(nameOf(path))} is ${value === undefined ? 'left out' : shown(value)}`;
}

/** The parts of a request, by the names that paths start with. */
function byPlace({ params, query, headers, cookies, body }: Parts): Readonly<Record<string, unknown>> {
  return { path: params, query, header: headers, cookie: cookies, body };
}

interface Difference {
  readonly path: Path;
  readonly value: unknown;
}

/** Finds the one place where two values differ, with its value in the second. */
function difference(first: unknown, second: unknown): Difference {
  const [key, ...others] = differingKeys(first, second);
  if (key === undefined || others.length > 0) return { path: [], value: second };
  const { path, value } = difference(memberOf(first, key), memberOf(second, key));
  return { path: [key, ...path], value };
}

function differingKeys(first: unknown, second: unknown): (string | number)[] {
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return [...first.keys()].filter((at) => first[at] !== second[at]);
  if (!isRecord(first) || !isRecord(second)) return [];
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].filter((key) => first[key] !== second[key]);
}

function memberOf(whole: unknown, key: string | number): unknown {
  const members = Object(whole);
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** The longest value that is used as a name. */
const MAX_CHARACTERS = 24;
const ASCII = /^[ -~]*$/;

/** Names a value in an id: by its text if that is short ASCII, otherwise by its size. */
function valueName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === '') return 'empty';
  if (typeof value === 'number') return String(value);
  const written = typeof value === 'string' ? value : writeRaw(value);
  const text = slug(written);
  return ASCII.test(written) && text !== '' && text.length <= MAX_CHARACTERS ? text : sizeName(value);
}

function sizeName(value: unknown): string {
  if (typeof value === 'string') return `text-of-${value.length}`;
  return Array.isArray(value) ? `list-of-${value.length}` : `object-of-${Object.keys(Object(value)).length}`;
}

/** Describes the mistakes in a request: `age is 121: must be between 0 and 120`. */
function issuesTitle(issues: readonly Issue[]): string {
  const main = mainIssue(issues);
  return main ? oneTitle(main, issues) : severalTitle(issues);
}

function oneTitle({ type, source, input }: Issue, issues: readonly Issue[]): string {
  const name = sentenceStart(nameOf(source));
  if (type === 'missing') return `${name} is ${source.length === 1 ? 'null' : 'missing'}`;
  const here = issues.filter((issue) => issue.input === input && issue.type !== 'missing');
  return `${name} is ${shown(input)}: ${[...new Set(here.map(reason))].join(', or ')}`;
}

/** Lists the values that are wrong: `name, email and age are wrong at once`. */
function severalTitle(issues: readonly Issue[]): string {
  const names = [...new Set(issues.map(({ source }) => nameOf(source)))];
  const last = defined(names.pop());
  return names.length === 0
    ? `Several things are wrong with ${last}`
    : `${sentenceStart(`${names.join(', ')} and ${last}`)} are wrong at once`;
}

/** Names a value by its path: `lines[0].quantity`, `page in the query`. */
function nameOf([part, ...path]: Path): string {
  if (path.length === 0) return `the ${part}`;
  const [first = '', ...others] = path;
  const name = others.reduce<string>(
    (name, key) => name + (typeof key === 'number' ? `[${key}]` : `.${key}`),
    typeof first === 'number' ? `item ${first}` : first,
  );
  return part === 'body' ? name : `${name} in the ${part}`;
}

/** The number of characters shown of a value. */
const MAX_SHOWN = 40;

function shown(value: unknown): string {
  return beginningOf(writeRaw(value), MAX_SHOWN);
}

/**
 * Returns the issue to name a case by: the only one, or, if a union tried several kinds on one value, the first that is not
 * `missing`. Undefined if several values are wrong.
 */
function mainIssue(issues: readonly Issue[]): Issue | undefined {
  const [first] = issues;
  if (!first || issues.length === 1) return first;
  const place = commonPath(issues);
  const isUnion = issues.every(({ path, source }) => path[place.length] !== source[place.length]);
  if (!isUnion) return undefined;
  const main = issues.find(({ type }) => type !== 'missing') ?? first;
  return main.source.length === place.length ? main.with({ path: place }) : main;
}

/** The innermost place that contains all wrong values. */
function commonPath([first, ...others]: readonly Issue[]): Path {
  const path = defined(first).source;
  const differs = path.findIndex((key, at) => others.some(({ source }) => source[at] !== key));
  return differs === -1 ? path : path.slice(0, differs);
}
