import { methods } from '../contract/endpoint.ts';
import { type Issue, type Path, reason } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import type { Hosting, HostOptions } from '../http/hosting.ts';
import { InexactNumber } from '../text/json/reader.ts';
import type { CaseRequest } from './case.ts';
import { subjectOf } from './cases.ts';
import { assemble, type Parts } from './request.ts';
import type { Basis } from './rules.ts';
import { answered, type Draft, type Operation, type Subject } from './subject.ts';

/** Requests that a program may stumble over, whatever it makes of them: some are invalid, others are only unusual. */

type Special = Omit<Draft, 'operation'>;

/** The subject for all cases of an app: also these, if its contract is that of a document, which any program may implement. */
export function wholeSubjectOf(app: Hosting, host?: HostOptions): Subject {
  const subject = subjectOf(app, host);
  return app.contract.document ? { ...subject, further: robustDrafts } : subject;
}

/** Yields such requests for an operation, and undefined in between. */
export function* robustDrafts(operation: Operation, base: Parts): Iterable<Draft | undefined> {
  const { name } = operation;
  for (const make of [numberDrafts, lengthDrafts, caseDrafts, jsonDrafts, methodDrafts])
    for (const draft of make(operation, base)) yield draft && { operation: name, ...draft };
}

/** Integers beyond what a double, 64 bits and 64 bits without a sign can hold, and one of a thousand digits. */
const hugeNumbers: readonly (readonly [name: string, text: string])[] = [
  ['2-53', '9007199254740993'],
  ['2-63', '9223372036854775808'],
  ['2-64', '18446744073709551616'],
  ['digits', '9'.repeat(1000)],
];

/** The most values of a body that are replaced. */
const MAX_VALUES = 10;

/** A property in a body, at any depth. */
interface Property {
  readonly path: Path;
  readonly value: unknown;
}

function* propertiesIn(value: unknown, path: Path = []): Iterable<Property> {
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield { path: [...path, name], value: member };
    yield* propertiesIn(member, [...path, name]);
  }
}

/** Replaces a property. */
function withValue(whole: unknown, [name = '', ...rest]: Path, value: unknown): unknown {
  const members = Object(whole);
  return { ...members, [name]: rest.length === 0 ? value : withValue(members[name], rest, value) };
}

/** The first properties of a type, and a function that makes the request with another value of one. */
function propertiesOfType({ endpoint, subject }: Operation, base: Parts, type: 'number' | 'string') {
  const all = [...propertiesIn(base.body)].filter(({ value }) => typeof value === type);
  return all.slice(0, MAX_VALUES).map(({ path, value }) => ({
    name: path.join('.'),
    value,
    request: (other: unknown) =>
      assemble(endpoint, { ...base, body: withValue(base.body, path, other) }, subject.basePath),
  }));
}

function* numberDrafts(operation: Operation, base: Parts): Iterable<Special> {
  for (const { name, request } of propertiesOfType(operation, base, 'number'))
    for (const [size, digits] of hugeNumbers) {
      const title = `${name} is a number of ${digits.length} digits`;
      yield {
        place: `body.${name}`,
        type: `huge/${size}`,
        title,
        request: request(new InexactNumber(digits)),
      };
    }
}

/** A character that takes two units in UTF-16, in which some programs count, and four bytes in UTF-8, in which others do. */
const WIDE = '\u{1F600}';
/** A text that is longer than most bounds, and shorter than any limit. */
const LONG = 'a'.repeat(5000);
/** The most digits of a number that is exact in a double. */
const MAX_DIGITS = 15;

/**
 * Texts of characters beyond U+FFFF: as many as a text may have, and one less than it must have; and a number of as many digits as
 * a text must have, which passes for one where values are converted.
 */
function* lengthDrafts(operation: Operation, base: Parts): Iterable<Special | undefined> {
  for (const { name, request } of propertiesOfType(operation, base, 'string')) {
    const least = Number((yield* issueOf(operation, request('')))?.context.minLength);
    yield undefined;
    const most = Number((yield* issueOf(operation, request(LONG)))?.context.maxLength);
    yield undefined;
    const place = `body.${name}`;
    for (const [length, of] of [
      [most, { type: 'wide/longest' }],
      [least - 1, { type: 'wide/too_short', basis: bases.wide }],
    ] as const) {
      if (!(length > 0)) continue;
      const title = `${name} has ${length} ${length === 1 ? 'character' : 'characters'} beyond U+FFFF`;
      yield { place, ...of, title, request: request(WIDE.repeat(length)) };
    }
    if (!(least > 1 && least <= MAX_DIGITS)) continue;
    const number = Number('7'.repeat(least));
    const title = `${name} is ${number}: must be a string`;
    yield { place, type: 'string_type/digits', title, request: request(number) };
  }
}

/** The first of what is wrong with the values of a request. */
function* issueOf({ subject }: Operation, request: CaseRequest): Generator<undefined, Issue | undefined> {
  return (yield* answered(subject, request))?.issues?.all[0];
}

/** Texts in the other case, where a pattern tells them apart. */
function* caseDrafts(operation: Operation, base: Parts): Iterable<Special | undefined> {
  for (const { name, value, request } of propertiesOfType(operation, base, 'string')) {
    const text = String(value);
    const other = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
    const issue = yield* issueOf(operation, request(other));
    yield undefined;
    if (issue?.type !== 'string_pattern_mismatch') continue;
    const title = `${name} is ${JSON.stringify(other)}: ${reason(issue)}`;
    yield { place: `body.${name}`, type: 'string_pattern_mismatch/case', title, request: request(other) };
  }
}

/** What these rest on. */
const bases = {
  wide: { certainty: 'debatable', rule: 'lengths in characters, which some programs count in UTF-16' },
  nan: { certainty: 'debatable', rule: 'JSON, which has no NaN (RFC 8259)' },
  infinity: { certainty: 'debatable', rule: 'JSON, which has no Infinity (RFC 8259)' },
  duplicate: { certainty: 'open', rule: 'names that are there once (RFC 8259)' },
  deep: { certainty: 'open', rule: 'the declared values' },
  untyped: { certainty: 'open', rule: 'the declared media types' },
} as const;

/** The levels of nesting of a body: more than anybody sends, and few enough for every parser. */
const LEVELS = 200;

function jsonDrafts({ endpoint, subject }: Operation, base: Parts): Special[] {
  const request = assemble(endpoint, base, subject.basePath);
  const { body: text, headers } = request;
  const [first] = isRecord(base.body) ? Object.keys(base.body) : [];
  if (first === undefined || typeof text !== 'string' || !text.startsWith('{')) return [];
  const { 'Content-Type': _, ...untyped } = headers;
  const withBody = (type: string, title: string, body: string, basis?: Basis): Special => {
    return { place: 'body', type, title, request: { ...request, body }, ...(basis && { basis }) };
  };
  const named = JSON.stringify(first);
  return [
    withBody('json_invalid/half', 'The body breaks off in the middle', text.slice(0, text.length / 2)),
    withBody('json_invalid/surplus', 'Something follows the JSON of the body', `${text}}`),
    withBody('nan', `${first} is NaN, which is not JSON`, `{${named}:NaN}`, bases.nan),
    withBody('infinity', `${first} is Infinity, which is not JSON`, `{${named}:Infinity}`, bases.infinity),
    withBody('duplicate', `${first} is there twice`, `{${named}:null,${text.slice(1)}`, bases.duplicate),
    withBody('deep', `The body has ${LEVELS} levels`, '['.repeat(LEVELS) + ']'.repeat(LEVELS), bases.deep),
    {
      place: 'body',
      type: 'untyped',
      title: 'The body has no content type',
      request: { ...request, headers: untyped },
      basis: bases.untyped,
    },
  ];
}

/** The methods that none of the endpoints of a path has, but for the last, which is a case of its own. */
function methodDrafts({ endpoint, subject, siblings }: Operation, base: Parts): Special[] {
  if (siblings[0] !== endpoint.method) return [];
  const { target } = assemble(endpoint, { ...base, query: {} }, subject.basePath);
  const others = methods.filter((each) => !siblings.includes(each)).slice(0, -1);
  return others.map((method) => ({
    place: 'method',
    type: `not_allowed/${method.toLowerCase()}`,
    title: `${method} is not allowed on ${endpoint.path}`,
    request: { method, target, headers: {}, body: undefined },
  }));
}
