import { defined } from '../text/guards.ts';
import { shareInstances } from '../text/share-instances.ts';
import { type IssueType, issueTable } from './table.ts';
import type { Context, MessageRule, PydanticContext } from './words.ts';

export type Path = readonly (string | number)[];

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

/**
 * A single thing that is wrong with a value.
 *
 * @example
 * const issue = integer({ max: 9 }).parse(10).all[0];
 * issue.type // 'less_than_equal'
 * issue.input // 10
 */
export class Issue implements Circumstances {
  static {
    shareInstances(Issue, 'Issue');
  }

  readonly type: IssueType;
  /** The offending value; for `missing`, the object that lacks it. */
  readonly input: unknown;
  readonly context: Context;
  readonly path: Path;
  readonly source: Path;
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

  /** The type in replies. */
  get publicType(): string {
    return this.shownType ?? ruleOf(this.type).publicType ?? this.type;
  }

  /** The reason in a sentence: `Must be at least 1`. */
  get message(): string {
    return sentence(this);
  }

  with({
    path = this.path,
    source = this.source,
    shownType = this.shownType,
    label = this.label,
    written = this.written,
  }: Partial<Circumstances>): Issue {
    return new Issue(this.type, this.input, this.context, { path, source, shownType, label, written });
  }

  /** Returns the same issue for an enclosing value that has this one at `path`. Replies show `shown` in place of `path`. */
  within(path: Path, shown = path): Issue {
    const whole = this.path.length === 0 ? shown : [...shown, ...this.path];
    const isSame = this.source === this.path && shown === path;
    const source = isSame ? whole : [...path, ...this.source];
    const { shownType, label, written } = this;
    return new Issue(this.type, this.input, this.context, { path: whole, source, shownType, label, written });
  }

  /** Returns the same issue as that of one of the kinds that a union tried. */
  ofKind(name: string): Issue {
    return this.with({ path: [name, ...this.path] });
  }
}

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

  readonly all: readonly [Issue, ...Issue[]];

  constructor(all: readonly [Issue, ...Issue[]]) {
    this.all = all;
  }

  /** Returns undefined if nothing is wrong. */
  static of(all: readonly Issue[]): Issues | undefined {
    return isFilled(all) ? new Issues(all) : undefined;
  }

  map(change: (issue: Issue) => Issue): Issues {
    return defined(Issues.of(this.all.map(change)));
  }

  /** Returns the same issues for an enclosing value that has this one at `path`. */
  within(path: Path): Issues {
    return this.map((issue) => issue.within(path));
  }

  /** Adds these issues to those of an enclosing value that has this one at `path`. Replies show `shown` in place of `path`. */
  collect(into: Issue[], path: Path, shown = path): void {
    for (const issue of this.all) into.push(issue.within(path, shown));
  }
}

function isFilled<Item>(all: readonly Item[]): all is readonly [Item, ...Item[]] {
  return all.length > 0;
}

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
  const text = reason(issue);
  return text.charAt(0).toUpperCase() + text.slice(1);
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

function ruleOf(type: IssueType): MessageRule {
  return defined(issueTable()[type]);
}
