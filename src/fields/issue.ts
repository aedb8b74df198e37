import { emailIssues } from './email-issues.ts';

/**
 * What can be wrong with a value: a closed table of issue types. An issue is a type and its numbers; only
 * this table knows English, and only `wire` knows the names that FastAPI's clients expect.
 *
 * Reasons are lower case and follow a label (`Age: must be between 0 and 120`); `sentence` makes them
 * stand alone.
 */
export type Numbers = Readonly<Record<string, number>>;
export type Path = readonly (string | number)[];

interface Row {
  /** The type that a reply carries where it is not the row's own name. */
  readonly wire?: string;
  readonly reason: (numbers: Numbers) => string;
}

const says = (reason: string): Row => ({ reason: () => reason });
const bound: Row = { reason: ({ min, max }) => `must be ${between(min, max)}` };
const rule = (reason: string): Row => ({ wire: 'value_error', reason: () => reason });

export const issueTable = {
  missing: says('field required'),
  dict_type: says('must be an object'),
  list_type: says('must be a list'),
  string_type: says('must be a string'),
  int_type: says('must be an integer'),
  int_parsing: says('must be an integer'),
  int_from_float: says('must be an integer, not a number with a fraction'),
  int_parsing_size: says(`must be an integer ${between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)}`),
  float_type: says('must be a number'),
  float_parsing: says('must be a number'),
  finite_number: says('must be a finite number'),
  greater_than_equal: bound,
  less_than_equal: bound,
  literal_error: says('must be true'),
  bearer_scheme: rule('must start with "Bearer "'),
  uuid_type: says('must be a UUID in a string'),
  uuid_parsing: says('must be a UUID, 32 hexadecimal digits with or without hyphens'),
  hex: rule('must be hexadecimal digits only'),
  url_type: rule('must be a valid URL (in a string)'),
  url_scheme: rule('must be a valid URL (the scheme must be http or https, followed by ://)'),
  url_character: {
    wire: 'value_error',
    reason: ({ codePoint }) => `must be a valid URL (it must not contain ${hexName(codePoint)})`,
  },
  url_parsing: rule('must be a valid URL (the host or the port is missing or malformed)'),
  url_host: rule('must be a valid URL (the host must be a domain name or an IP address)'),
  ...emailIssues,
} as const satisfies Record<string, Row>;

export type IssueType = keyof typeof issueTable;

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

/** The refusal of one value for one reason. */
export function refusal(type: IssueType, input: unknown, numbers?: Numbers): Issues {
  return new Issues([new Issue(type, input, numbers)]);
}

/** Why, in words that follow a label: `must be at least 1`. */
export function reason(issue: Issue): string {
  return (issueTable[issue.type] as Row).reason(issue.numbers);
}

/** Why, standing alone: `Must be at least 1`. */
export function sentence(issue: Issue): string {
  const text = reason(issue);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function between(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return `between ${min} and ${max}`;
}

/** A character that may be invisible, by number: `U+00A0`. */
function hexName(codePoint = 0): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
