import { type IssueType, issueTable } from './table.ts';
import type { Numbers, Row } from './words.ts';

export type Path = readonly (string | number)[];

/** One thing wrong with one value. */
export class Issue {
  readonly type: IssueType;
  /** The offending value; for `missing`, the object that lacks it. */
  readonly input: unknown;
  readonly numbers: Numbers;
  readonly path: Path;
  /** The type as replies show it. */
  readonly wire: string;
  /** The offending value as the request spelt it, in JSON, where that is known. */
  readonly written: string | undefined;

  constructor(type: IssueType, input: unknown, numbers: Numbers = {}, more: Partial<Issue> = {}) {
    const row: Row = issueTable[type];
    this.type = type;
    this.input = input;
    this.numbers = numbers;
    this.path = more.path ?? [];
    this.wire = more.wire ?? row.wire ?? type;
    this.written = more.written;
  }

  with(more: Partial<Pick<Issue, 'path' | 'wire' | 'written'>>): Issue {
    return new Issue(this.type, this.input, this.numbers, { ...this, ...more });
  }

  /** The same issue seen from the container that holds the value under `key`. */
  within(key: string | number): Issue {
    return this.with({ path: [key, ...this.path] });
  }
}

/** Everything wrong with a value: what a field's `parse` gives instead of the value. */
export class Issues {
  readonly all: readonly [Issue, ...Issue[]];

  constructor(all: readonly [Issue, ...Issue[]]) {
    this.all = all;
  }

  /** None where nothing is wrong. */
  static of(all: readonly Issue[]): Issues | undefined {
    const [first, ...rest] = all;
    return first && new Issues([first, ...rest]);
  }

  map(change: (issue: Issue) => Issue): Issues {
    const [first, ...rest] = this.all;
    return new Issues([change(first), ...rest.map(change)]);
  }

  /** Adds these to what is wrong with the container that holds the value under `key`. */
  collect(into: Issue[], key: string | number): void {
    for (const issue of this.all) into.push(issue.within(key));
  }
}

/** One value that is wrong for one reason. */
export function wrong(type: IssueType, input: unknown, numbers?: Numbers): Issues {
  return new Issues([new Issue(type, input, numbers)]);
}

/** Why, in words that follow a label: `must be at least 1`. */
export function reason(issue: Issue): string {
  const row: Row = issueTable[issue.type];
  return row.reason(issue.numbers);
}

/** Why, standing alone: `Must be at least 1`. */
export function sentence(issue: Issue): string {
  const text = reason(issue);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
