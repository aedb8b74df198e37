import { isForm } from '../contract/endpoint.ts';
import { type Issue, Issues, type Path } from '../errors/issue.ts';
import { valuesOfEachType } from '../fields/samples.ts';
import { bodyField, parser } from '../http/parse.ts';
import type { Case } from './case.ts';
import { allWrong, changes } from './changes.ts';
import { commonPath, mainIssue } from './one-value.ts';
import { assemble, type Parts } from './parts.ts';
import { type Operation, refusedCase } from './subject.ts';
import { issuesTitle } from './titles.ts';

/** Yields the requests in which one value is wrong, or several are. */
export function* valueCases(operation: Operation, base: Parts): Iterable<Case> {
  const { name, endpoint, subject } = operation;
  const find = issueFinder(operation, base);
  const ids = new IssueIds();
  for (const parts of wrongRequests(operation, base)) {
    const { all, issues } = find(parts);
    const special = issues.length === 0 ? undefined : ids.take(issues);
    if (!special) continue;
    const request = assemble(endpoint, parts, subject.basePath);
    const draft = { operation: name, ...special, title: issuesTitle(issues), request };
    // A request that the service reads differently than intended has other entries, and is skipped.
    for (const found of refusedCase(subject, draft))
      if (found.expected.entries?.length === all.length) yield found;
  }
}

function* wrongRequests({ endpoint }: Operation, base: Parts): Iterable<Parts> {
  yield* changes(endpoint, base, 'refused');
  const { params, query, headers, cookies, body } = endpoint;
  if (isForm(body) || (params ?? query ?? headers ?? cookies)) yield allWrong(endpoint, base);
}

interface Found {
  readonly all: readonly Issue[];
  /** The issues that the base request does not have. */
  readonly issues: readonly Issue[];
}

/** Returns a function that finds the issues of a request. */
function issueFinder({ endpoint }: Operation, base: Parts): (parts: Parts) => Found {
  const parse = parser(endpoint);
  const takesBody = bodyField(endpoint.body) !== undefined;
  const issuesOf = (parts: Parts) => {
    const result = parse(parts, takesBody ? (parts.body ?? null) : undefined, undefined);
    return result instanceof Issues ? result.all : [];
  };
  const known = new Set(issuesOf(base).map(keyOf));
  return (parts) => {
    const all = issuesOf(parts);
    return { all, issues: all.filter((issue) => !known.has(keyOf(issue))) };
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
    return this.#give({ place, type: isFurther ? `${issue.type}/${kind}` : issue.type });
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
