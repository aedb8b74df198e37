import type { Path } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import { slug } from '../text/strings.ts';
import type { Case } from './case.ts';
import { changes } from './changes.ts';
import { assemble, type Parts } from './parts.ts';
import { caseOf, type Operation } from './subject.ts';
import { placeOfPart } from './texts.ts';
import { nameOf, sentenceStart, shown } from './titles.ts';
import { writeRaw } from './write-raw.ts';

/** Yields the accepted request and variants of it: with a value at a bound, or without an optional one. */
export function* acceptedCases({ name, endpoint, subject }: Operation, base: Parts): Iterable<Case> {
  const given = new Set<string>();
  const basePlaces = byPlace(base);
  for (const parts of [base, ...changes(endpoint, base, 'accepted')]) {
    const { path, value } = difference(basePlaces, byPlace(parts));
    const place = path.length === 0 ? 'request' : path.join('.');
    const type = `accepted/${path.length === 0 ? 'example' : valueName(value)}`;
    const request = assemble(endpoint, parts, subject.basePath);
    const key = `${place}/${type}`;
    if (given.has(key) || subject.inject(request) !== undefined) continue;
    given.add(key);
    const draft = { operation: name, place, type, title: titleOf(path, value), request };
    yield caseOf({ ...draft, kind: 'accepted' }, { status: endpoint.reply.status });
  }
}

function titleOf(path: Path, value: unknown): string {
  if (path.length === 0) return 'The request is in order';
  return `${sentenceStart(nameOf(path))} is ${value === undefined ? 'left out' : shown(value)}`;
}

/** The parts of a request, by the names that paths start with. */
function byPlace({ body, ...texts }: Parts): Readonly<Record<string, unknown>> {
  const parts = Object.entries(texts).map(([part, values]) => [
    placeOfPart[part as keyof typeof placeOfPart],
    values,
  ]);
  return { ...Object.fromEntries(parts), body };
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
