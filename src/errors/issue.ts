import { ensure } from '../text/memo.ts';
import { shareInstances } from '../text/share-instances.ts';
import { capitalized } from '../text/strings.ts';
import { type IssueType, ruleOf } from './table.ts';
import type { Context, PydanticContext } from './words.ts';

export type Step = string | number;
export type Path = readonly Step[];

/** Properties that an issue gets on its way into a reply. */
interface Circumstances {
  /** The path of the value in replies, including the kinds that a union tried, as in pydantic: `items, 0, int`. */
  readonly path: Path;
  /** The path of the value in the request: `items, 0`. */
  readonly source: Path;
  /** The type in replies, if it is not the one in the table. */
  readonly shownType: string | undefined;
  /** The name of the value in messages, if its field has a label. */
  readonly label: string | undefined;
  /** The offending value as the request wrote it, in JSON, if that is known. */
  readonly written: string | undefined;
}

const noContext: Context = {};
const nowhere: Path = [];
const unknown: Partial<Circumstances> = {};

/** The types of issues about an object that lacks something. */
const lackingTypes: ReadonlySet<string> = new Set(['missing', 'dependent_required']);

/**
 * A single thing that is wrong with a value.
 *
 * @example
 * const issue = integer({ max: 9 }).parse(10).all[0];
 * issue.type // 'less_than_equal'
 * issue.input // 10
 */
export class Issue {
  static {
    shareInstances(Issue, 'Issue');
  }

  readonly type: IssueType;
  /** The offending value; for `missing` and `dependent_required`, the object that lacks it. */
  readonly input: unknown;
  readonly context: Context;
  readonly path: Path;
  readonly source: Path;
  /** @internal */
  readonly shownType: string | undefined;
  readonly label: string | undefined;
  readonly written: string | undefined;

  constructor(type: IssueType, input: unknown, context = noContext, known = unknown) {
    this.type = type;
    this.input = input;
    this.context = context;
    this.path = known.path ?? nowhere;
    this.source = known.source ?? this.path;
    this.shownType = known.shownType;
    this.label = known.label;
    this.written = known.written;
  }

  /**
   * The path to `input`.
   * @internal
   */
  get inputPath(): Path {
    return lackingTypes.has(this.type) ? this.source.slice(0, -1) : this.source;
  }

  /** The type in replies. */
  get publicType(): string {
    return this.shownType ?? ruleOf(this.type).publicType ?? this.type;
  }

  /** The reason in a sentence: `Must be at least 1`. */
  get message(): string {
    return sentence(this);
  }

  /** @internal */
  with({
    path = this.path,
    source = this.source,
    shownType = this.shownType,
    label = this.label,
    written = this.written,
  }: Partial<Circumstances>): Issue {
    return new Issue(this.type, this.input, this.context, { path, source, shownType, label, written });
  }

  /**
   * Returns the same issue for an enclosing value that has this one at `path`.
   * @internal
   */
  within(path: Path): Issue {
    const whole = [...path, ...this.path];
    return this.with({ path: whole, source: this.source === this.path ? whole : [...path, ...this.source] });
  }

  /**
   * Returns the same issue for an enclosing value that has the whole value at `path`. Replies show `shown` in place of `path`.
   * @internal
   */
  at(path: Path, shown: Path): Issue {
    return this.with({ path: shown, source: path });
  }

  /**
   * Returns the same issue about another value, which is shown in place of the one that was sent.
   * @internal
   */
  withInput(input: unknown, written = JSON.stringify(input)): Issue {
    const { path, source, shownType, label } = this;
    return new Issue(this.type, input, this.context, { path, source, shownType, label, written });
  }
}

/** The issues of a part of a value. Their paths are put together when they are listed, and not at each level of the value. */
interface Part {
  readonly issues: Issues;
  /** The path of the part in the request. */
  readonly path: Path;
  /** Its path in replies. */
  readonly shown: Path;
  /** Changes each issue, with the path that it has in the part. */
  readonly change?: (issue: Issue) => Issue;
}

type Parts = readonly (Issue | Part)[];

/**
 * Everything that is wrong with a value. A field's `parse` returns this in place of the value.
 *
 * @example
 * const { all } = object({ id: integer() }).parse({});
 * all.map(({ path }) => path) // [ [ 'id' ] ]
 */
export class Issues {
  static {
    shareInstances(Issues, 'Issues');
  }

  /** The number of issues, including those that are not listed; infinite if it is not known. */
  readonly count: number;
  /**
   * What `all` is made from. Not `#private`, because it may come from another copy of the package.
   * @internal
   */
  readonly parts: Parts;
  /** @internal */
  readonly isDistinct: boolean;
  /** @internal */
  listed: Listed | undefined = undefined;

  constructor(parts: Parts, count = parts.length, isDistinct = false) {
    this.parts = parts;
    this.count = count;
    this.isDistinct = isDistinct;
  }

  /** Returns undefined if nothing is wrong. */
  static of(all: readonly Issue[]): Issues | undefined {
    return all.length > 0 ? new Issues(all) : undefined;
  }

  /** The issues, in order. */
  get all(): readonly [Issue, ...Issue[]] {
    return listedOf(this, MAX_LISTED).all;
  }

  /** The number of issues that `all` leaves out; infinite if it is not known. */
  get more(): number {
    return listedOf(this, MAX_LISTED).more;
  }

  /**
   * The issues of `all`, and one that says how many it leaves out.
   * @internal
   */
  get shown(): readonly Issue[] {
    const { all, more } = this;
    return more > 0 ? [...all, remaining(more, all[0])] : all;
  }

  /**
   * Returns the same issues, of which `all` has at most `limit`.
   * @internal
   */
  atMost(limit: number): Issues {
    listedOf(this, limit);
    return this;
  }

  map(change: (issue: Issue) => Issue): Issues {
    const { parts, count } = this;
    if (parts.length <= FEW && areIssues(parts) && !this.isDistinct)
      return new Issues(parts.map(change), count);
    return asPart({ issues: this, path: nowhere, shown: nowhere, change });
  }

  /**
   * Returns the same issues for an enclosing value that has this one at `path`.
   * @internal
   */
  within(path: Path): Issues {
    return asPart({ issues: this, path, shown: path });
  }
}

/** Returns the same issues as those of one of the kinds that a union tried. */
export function ofKind(issues: Issues, name: string): Issues {
  return asPart({ issues, path: nowhere, shown: [name] });
}

/** Lists the issues once, at most so many of them. */
function listedOf(issues: Issues, limit: number): Listed {
  issues.listed ??= list(issues, limit);
  return issues.listed;
}

/** Makes issues of a part. Those that are not listed stay as they are. */
function asPart(part: Part): Issues {
  const { issues } = part;
  return issues.parts.length === 0 ? issues : new Issues([part], issues.count);
}

/** Collects what is wrong with the parts of a value. */
export class Found {
  readonly #parts: (Issue | Part)[] = [];
  #count = 0;
  #added = 0;

  /** Adds the issues of the part at `path`. Replies show `shown` in place of `path`. */
  add(issues: Issues, path: Path = nowhere, shown: Path = path): void {
    this.#count += issues.count;
    this.#added++;
    const { parts } = issues;
    const first = parts[0];
    if (!first) return;
    const isPlaceless = parts.length === 1 && first instanceof Issue && first.path.length === 0;
    // Most values have a single issue, which is placed at once.
    this.#parts.push(isPlaceless ? first.at(path, shown) : { issues, path, shown });
  }

  /** Everything that was found; undefined if nothing is wrong. */
  get issues(): Issues | undefined {
    if (this.#count === 0) return undefined;
    const first = this.#parts[0];
    const isWhole = this.#added === 1 && first && 'issues' in first && first.shown === nowhere;
    return isWhole ? first.issues : issuesOf(this.#parts, this.#count, false);
  }

  /** The same, where several parts may have found the same: each issue is then listed once, and nobody knows how many there are. */
  get distinct(): Issues | undefined {
    if (this.#added < 2) return this.issues;
    return issuesOf(this.#parts, Number.POSITIVE_INFINITY, true);
  }
}

function issuesOf(parts: Parts, count: number, isDistinct: boolean): Issues {
  return parts.length === 0 ? unlisted(count) : new Issues(parts, count, isDistinct);
}

/** The most issues that are listed for a value that is not part of a request. */
const MAX_LISTED = 10_000;

/** The most parts that are looked through for each issue to list. Schemas that several others combine may repeat theirs. */
const VISITS = 100;

interface Listed {
  readonly all: readonly [Issue, ...Issue[]];
  readonly more: number;
}

/** Lists issues, up to a limit. */
function list(issues: Issues, limit: number): Listed {
  const { parts, count, isDistinct } = issues;
  if (!isDistinct && parts.length <= limit && areIssues(parts))
    return { all: parts, more: count - parts.length };
  const { all, isCut } = ofLimit(issues, limit);
  const isWhole = count === Number.POSITIVE_INFINITY && !isCut && isListing();
  const more = isWhole ? 0 : count - all.length;
  const [first = remaining(more), ...others] = all;
  return { all: [first, ...others], more };
}

/** The most issues that are changed at once. More of them would be copied for each level of a value. */
const FEW = 16;

function areIssues(parts: Parts): parts is readonly [Issue, ...Issue[]] {
  // A loop takes less time than a call for each of them.
  for (const part of parts) if (!(part instanceof Issue)) return false;
  return parts.length > 0;
}

/** A path, as a list of steps from its end. */
interface Trail {
  readonly part: Part;
  readonly outer: Trail | undefined;
  /** The whole path, as a key. */
  readonly key: string;
}

/** A walk through issues and those of their parts. */
class Listing {
  readonly all: Issue[] = [];
  /** True if there are issues that were not made or not looked at. */
  isCut = false;
  readonly #limit: number;
  #left: number;
  /** Numbers in place of the steps of paths, some of which are long. */
  readonly #steps = new Map<Step, number>();
  /** The issues and parts that must not be repeated, while such issues are looked through: each with the keys of its paths. */
  #known: Map<unknown, Set<string>> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = VISITS * limit;
  }

  visit(issues: Issues, trail: Trail | undefined): void {
    const before = this.#known;
    if (issues.isDistinct) this.#known ??= new Map();
    else this.isCut ||= issues.count > issues.parts.length && areIssues(issues.parts);
    if (!(this.#known && isKnown(this.#known, issues, trail?.key))) this.#visitParts(issues.parts, trail);
    this.#known = before;
  }

  #visitParts(parts: Parts, trail: Trail | undefined): void {
    for (const part of parts) {
      if (this.all.length >= this.#limit || --this.#left < 0) {
        this.isCut = true;
        break;
      }
      if (part instanceof Issue) this.#add(part, trail);
      else if (part.change) this.#addChanged(part.issues, part.change, trail);
      else this.visit(part.issues, this.#inside(part, trail));
    }
  }

  #inside(part: Part, outer: Trail | undefined): Trail | undefined {
    if (part.shown.length === 0) return outer;
    return { part, outer, key: this.#known ? this.#keyOf(part.shown, outer) : '' };
  }

  #keyOf(path: Path, outer: Trail | undefined): string {
    let key = outer?.key ?? '';
    for (const step of path) key += `${ensure(this.#steps, step, () => this.#steps.size)},`;
    return key;
  }

  #addChanged(issues: Issues, change: (issue: Issue) => Issue, trail: Trail | undefined): void {
    const { all, isCut } = ofLimit(issues, this.#limit - this.all.length);
    this.isCut ||= isCut;
    for (const issue of all) this.#add(change(issue), trail);
  }

  #add(issue: Issue, trail: Trail | undefined): void {
    const isRepeated = this.#known && isKnown(this.#known, issue.type, this.#keyOf(issue.path, trail));
    if (!isRepeated) this.all.push(trail ? placedAt(issue, trail) : issue);
  }
}

/** Tells whether something has been found at the same place before. */
function isKnown(known: Map<unknown, Set<string>>, what: unknown, key = ''): boolean {
  const keys = ensure(known, what, () => new Set<string>());
  return keys.size === keys.add(key).size;
}

function ofLimit(issues: Issues, limit: number): Listing {
  const listing = new Listing(limit);
  listing.visit(issues, undefined);
  return listing;
}

/** Returns the same issue for the outermost value of a trail. */
function placedAt(issue: Issue, trail: Trail): Issue {
  const { part, outer } = trail;
  if (!outer && issue.path.length === 0) return issue.at(part.path, part.shown);
  const path: Step[] = issue.path.toReversed();
  const source: Step[] = issue.source.toReversed();
  for (let at: Trail | undefined = trail; at; at = at.outer) {
    const { shown, path: steps } = at.part;
    addReversed(path, shown);
    addReversed(source, steps);
  }
  return issue.with({ path: path.reverse(), source: source.reverse() });
}

function addReversed(into: Step[], steps: Path): void {
  for (let at = steps.length - 1; at >= 0; at--) into.push(steps[at] as Step);
}

/** Returns the issue that ends a list of issues, in the same part as the first: how many more there are. */
export function remaining(length: number, { path }: Pick<Issue, 'path'> = { path: nowhere }): Issue {
  return new Issue('more_errors', null, { length }, { path: path.slice(0, 1) });
}

/** The number of issues that may still be made. Further ones are only counted. */
let left = Number.POSITIVE_INFINITY;

/** The issues that are made for each one that is listed. Some fields try several ways to read a value. */
const MADE_PER_LISTED = 4;

/** The number of issues that are listed of a value, and of those that may still be made. */
interface ToList {
  readonly most: number;
  left: number;
}

export function toList(limit: number): ToList {
  return { most: limit, left: limit * MADE_PER_LISTED };
}

/** Reads a value, or a part of it, of which only so many issues are listed. */
export function listing<Result>(issues: ToList, read: () => Result): Result {
  const before = left;
  const around = most;
  left = issues.left;
  most = issues.most;
  try {
    return read();
  } finally {
    issues.left = left;
    left = before;
    most = around;
  }
}

/** The most issues that are listed; by default as many as anybody reads. */
let most = 1000;

/** Returns the most issues that are listed of the value that is read. */
export function mostListed(): number {
  return most;
}

/** Returns true if issues are made, and not only counted. */
export function isListing(): boolean {
  return left > 0;
}

/** Begins to count issues only, where they may not be reported. Returns what `resumeListing` takes. */
export function pauseListing(): number {
  const before = left;
  left = 0;
  return before;
}

export function resumeListing(before: number): void {
  left = before;
}

/** Issues that are only counted. */
export function unlisted(count: number): Issues {
  return count === 1 ? single : new Issues([], count);
}

const single = new Issues([], 1);

/**
 * Returns a single issue.
 *
 * @example
 * const even = field({
 *   parse: (raw) => (Number(raw) % 2 === 0 ? Number(raw) : wrong('value_error', raw)),
 *   write: String,
 *   describe: () => ({ type: 'integer' }),
 * });
 * even.parse(4) // 4
 */
export function wrong(type: IssueType, input: unknown, context?: Context): Issues {
  if (left <= 0) return single;
  left--;
  return new Issues([new Issue(type, input, context)]);
}

/**
 * Returns the reason in words that follow a label: `must be at least 1`.
 *
 * @example
 * reason(integer({ max: 9 }).parse(10).all[0]) // 'must be at most 9'
 */
export function reason(issue: Issue): string {
  return ruleOf(issue.type).reason(issue.context);
}

/** Writes in one line what is wrong with a value: `age must be at most 120, name field required`. */
export function inWords({ all }: Issues): string {
  return all.map((issue) => `${issue.path.join('.') || 'it'} ${reason(issue)}`).join(', ');
}

/**
 * Returns the reason as a sentence: `Must be at least 1`.
 *
 * @example
 * sentence(integer({ max: 9 }).parse(10).all[0]) // 'Must be at most 9'
 */
export function sentence(issue: Issue): string {
  return capitalized(reason(issue));
}

/**
 * Returns the reason in pydantic's words: `Input should be greater than or equal to 1`.
 *
 * @example
 * pydanticMessage(integer({ max: 9 }).parse(10).all[0]) // 'Input should be less than or equal to 9'
 */
export function pydanticMessage({ type, context, input }: Issue): string {
  return ruleOf(type).pydanticMessage(context, input);
}

/**
 * Returns the `ctx` of pydantic, for example `{ ge: 1 }`, if there is one.
 *
 * @example
 * pydanticContext(integer({ max: 9 }).parse(10).all[0]) // { le: 9 }
 */
export function pydanticContext({ type, context, input }: Issue): PydanticContext | undefined {
  return ruleOf(type).pydanticContext?.(context, input);
}
