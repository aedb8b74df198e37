import { describe, expect, it } from 'vitest';
import type { AnyInput } from '../../src/contract/endpoint.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { documentIssues } from '../../src/errors/document.ts';
import { Issue, Issues, reason } from '../../src/errors/issue.ts';
import { addIssues, fastapiIssues, type IssueType, issueTable } from '../../src/errors/table.ts';
import type { Bounds } from '../../src/fields/bounds.ts';
import { boolean, enumeration, literal } from '../../src/fields/choice.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import { duration } from '../../src/fields/duration.ts';
import { email } from '../../src/fields/email.ts';
import type { Field } from '../../src/fields/field.ts';
import { list } from '../../src/fields/list.ts';
import { bearerToken, hex } from '../../src/fields/notation.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import { date, dateTime, time } from '../../src/fields/time.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { discriminatedUnion } from '../../src/fields/union.ts';
import { url } from '../../src/fields/url.ts';
import { uuid } from '../../src/fields/uuid.ts';
import { createCore } from '../../src/http/core.ts';
import { inject } from '../../src/http/inject.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';
import { rows as documented, made } from '../fields/_documented.ts';
import { booleanRows } from '../tables/boolean.ts';
import { dateRows } from '../tables/date.ts';
import { dateTimeRows } from '../tables/date-time.ts';
import { durationRows } from '../tables/duration.ts';
import { emailRows } from '../tables/email.ts';
import { boundedFloatRows, floatRows } from '../tables/float.ts';
import { hexRows } from '../tables/hex.ts';
import { boundedIntegerRows, integerRows } from '../tables/integer.ts';
import { type Row, refused } from '../tables/row.ts';
import { timeRows } from '../tables/time.ts';
import { urlRows } from '../tables/url.ts';
import { uuidRows } from '../tables/uuid.ts';

/** The tables of the fields over HTTP: in a JSON body, and in a query. */

type AnyRow = Row<unknown> & { readonly bounds?: Bounds };
interface Kind {
  readonly name: string;
  readonly field: (bounds?: Bounds) => Field<unknown>;
  readonly rows: readonly AnyRow[];
}

const kinds: readonly Kind[] = [
  { name: 'integer', field: integer, rows: [...integerRows, ...boundedIntegerRows] },
  { name: 'float', field: float, rows: [...floatRows, ...boundedFloatRows] },
  { name: 'email', field: () => email(), rows: emailRows },
  { name: 'url', field: () => url(), rows: urlRows },
  { name: 'uuid', field: () => uuid(), rows: uuidRows },
  { name: 'hex', field: () => hex(), rows: hexRows },
  {
    name: 'text',
    field: () => text(),
    rows: [
      { input: '\0\ud800', value: '\0\ud800' },
      { input: 1, type: 'string_type' },
    ],
  },
  {
    name: 'literal true',
    field: () => literal(true),
    rows: [
      { input: true, value: true },
      { input: 1, type: 'literal_error' },
    ],
  },
  { name: 'boolean', field: () => boolean(), rows: booleanRows },
  { name: 'enumeration', field: () => enumeration(['a', 'b']), rows: refused('enum', ['c', 1]) },
  { name: 'date', field: () => date(), rows: dateRows },
  { name: 'time', field: () => time(), rows: timeRows },
  {
    name: 'aware time',
    field: () => time({ timezone: 'aware' }),
    rows: refused('timezone_aware', ['10:20']),
  },
  {
    name: 'naive time',
    field: () => time({ timezone: 'naive' }),
    rows: refused('timezone_naive', ['10:20Z']),
  },
  { name: 'date-time', field: () => dateTime(), rows: dateTimeRows },
  { name: 'duration', field: () => duration(), rows: durationRows },
  { name: 'list', field: () => list(text()), rows: [{ input: {}, type: 'list_type' }] },
  {
    name: 'bounded text',
    field: () => text({ minLength: 2, maxLength: 3 }),
    rows: [
      { input: '💌', type: 'string_too_short' },
      { input: '💌💌💌', value: '💌💌💌' },
      { input: 'abcd', type: 'string_too_long' },
    ],
  },
  {
    name: 'text with a pattern',
    field: () => text({ pattern: /^[a-z]+$/ }),
    rows: [
      { input: 'abc', value: 'abc' },
      { input: 'aBc', type: 'string_pattern_mismatch' },
    ],
  },
  {
    name: 'number between',
    field: () => float({ exclusiveMin: 0, exclusiveMax: 1, multipleOf: 0.25 }),
    rows: [
      { input: 0.5, value: 0.5 },
      { input: 0, type: 'greater_than' },
      { input: '1', type: 'less_than' },
      { input: 0.3, type: 'multiple_of' },
    ],
  },
  {
    name: 'bounded list',
    field: () => list(text(), { minItems: 1, maxItems: 2 }),
    rows: [
      { input: [], type: 'too_short' },
      { input: ['a', 'b', 'c'], type: 'too_long' },
    ],
  },
  { name: 'tuple', field: () => tuple(text()), rows: [{ input: {}, type: 'tuple_type' }] },
  {
    name: 'discriminated union',
    field: () => discriminatedUnion('kind', { cat: object({}) }),
    rows: [
      { input: {}, type: 'union_tag_not_found' },
      { input: { kind: 'cow' }, type: 'union_tag_invalid' },
    ],
  },
  { name: 'dictionary', field: () => dictionary(text()), rows: [{ input: [], type: 'dict_type' }] },
  { name: 'object', field: () => object({}), rows: [{ input: [], type: 'model_attributes_type' }] },
  { name: 'bearer', field: () => bearerToken(hex()), rows: [{ input: 'Basic ab', type: 'bearer_scheme' }] },
];

/** The samples of each field of single values that the documentation has, if it writes JSON. */
const SINGLE = /^(?:string|number|integer|boolean)$/;
const documentedKinds = documented
  .filter(({ name, jsonType }) => SINGLE.test(jsonType) && name !== 'rawText')
  .map((row): Kind => ({ name: row.call, field: () => made(row), rows: sampled(made(row)) }));

/** A row for each sample, unless it has several issues, or one inside. */
function sampled(field: Field<unknown>): AnyRow[] {
  const { accepted, refused } = field.samples();
  return [...accepted, ...refused].flatMap((input): AnyRow[] => {
    const value = field.parse(input);
    if (!(value instanceof Issues)) return [{ input, value }];
    const [{ type, path }, ...others] = value.all;
    return path.length === 0 && others.length === 0 ? [{ input, type }] : [];
  });
}

/** The JSON text of a value, where it has one. */
function written(input: unknown): string | undefined {
  if (input instanceof InexactNumber) return input.text;
  if (typeof input === 'number' && !Number.isFinite(input))
    return Number.isNaN(input) ? undefined : `${Math.sign(input)}e400`;
  if (Object.is(input, -0)) return '-0';
  return typeof input === 'bigint' ? undefined : JSON.stringify(input);
}

/** A service that reads one field wherever it can be sent. */
function service(field: Field<unknown>) {
  const reply = { status: 200, body: object({ value: field }) } as const;
  const examples = [{ title: '', status: 200 }] as const;
  const common = { tag: 'Validation', summary: '', reply, examples } as const;
  const inBody = endpoint({ ...common, method: 'POST', path: '/', body: object({ value: field }) });
  const inQuery = endpoint({ ...common, method: 'GET', path: '/', query: { value: field } });
  const handlers = { inBody: ({ body }: AnyInput) => body, inQuery: ({ query }: AnyInput) => query };
  const limits = { body: 16 * 1024 * 1024, errorBytes: 16 * 1024 * 1024 };
  return createCore({ title: '', version: '', endpoints: { inBody, inQuery } }, handlers, { limits });
}

const produced = new Set<IssueType>();

function expectAnswer(
  row: AnyRow,
  field: Field<unknown>,
  place: string,
  reply: { status: number; body: string },
): void {
  if (!('type' in row)) {
    expect(reply).toMatchObject({ status: 200, body: `{"value":${field.write(row.value)}}` });
    return;
  }
  const outcome = field['~standard'].validate(row.input);
  const [found] = 'issues' in outcome ? outcome.issues : [];
  const issue = new Issue(row.type, row.input, found?.context);
  expect(reply.status).toBe(422);
  expect(JSON.parse(reply.body).detail).toMatchObject([
    { type: issue.publicType, loc: [place, 'value'], msg: `Value: ${reason(issue)}` },
  ]);
  produced.add(row.type);
}

describe.each([...kinds, ...documentedKinds])('the table of the $name field', ({ field, rows }) => {
  const inJson = rows
    .map((row) => ({ row, json: written(row.input) }))
    .filter(({ json }) => json !== undefined);
  const inText = rows.filter(({ input }) => typeof input === 'string' && input.isWellFormed());

  it('holds in a JSON body', () => {
    expect(inJson.length).toBeGreaterThan(0);
    for (const { row, json } of inJson) {
      const one = field(row.bounds);
      const body = `{"value":${json}}`;
      const reply = inject(service(one), { method: 'POST', target: '/', headers: {}, body });
      expectAnswer(row, one, 'body', reply);
      if ('type' in row) expect(reply.body).toContain(`"input":${json}}`);
    }
  });

  if (inText.length > 0)
    it('holds in a query', () => {
      for (const row of inText) {
        const one = field(row.bounds);
        const target = `/?value=${encodeURIComponent(String(row.input))}`;
        expectAnswer(
          row,
          one,
          'query',
          inject(service(one), { method: 'GET', target, headers: {}, body: undefined }),
        );
      }
    });
});

/** Types that tests/fields, tests/http and tests/openapi cover. */
const producedElsewhere = [
  ...['missing', 'extra_forbidden', 'recursion_loop', 'bytes_too_long', 'value_error', 'more_errors'],
  ...[
    'too_complex',
    'bytes_type',
    'none_required',
    'set_type',
    'file_type',
    'ip_v6_address',
    'ip_any_address',
  ],
  ...['decimal_max_digits', 'decimal_max_places', 'decimal_whole_digits'],
  ...Object.keys(fastapiIssues()),
];

describe('the table of issue types', () => {
  it('has only types that some request produces', () => {
    // Documents add theirs, which must not show up in the table of every app.
    addIssues(documentIssues());
    const nothing = { method: 'POST', target: '/', headers: {}, body: '{}' };
    const { detail } = JSON.parse(inject(service(text()), nothing).body);
    expect(detail).toEqual([
      { type: 'missing', loc: ['body', 'value'], msg: 'Value: field required', input: {} },
    ]);
    const known = new Set([...produced, ...producedElsewhere]);
    expect(new Set(Object.keys(issueTable()))).toEqual(known);
  });

  it('has a sentence for every type, and those of documents', () => {
    for (const { reason } of Object.values({ ...issueTable(), ...documentIssues() })) {
      const context = {
        min: 0,
        max: 1,
        multipleOf: 1,
        minLength: 1,
        maxLength: 2,
        excess: 1,
        codePoint: 0x40,
        name: 0,
      };
      expect(reason(context)).toMatch(/^(?:must (?:be|have|match|start with|not)|field|has) /);
    }
  });
});
