import { describe, expect, it } from 'vitest';
import { emailIssues } from '../../src/errors/email.ts';
import { Issues, wrong } from '../../src/errors/issue.ts';
import { issueTable, urlIssues } from '../../src/errors/table.ts';
import { boolean, enumeration, literal } from '../../src/fields/choice.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import { duration } from '../../src/fields/duration.ts';
import { email, emailSamples } from '../../src/fields/email.ts';
import { type AnyField, derive, type Field, field } from '../../src/fields/field.ts';
import { file } from '../../src/fields/file.ts';
import { bearerToken, unknown } from '../../src/fields/index.ts';
import { ip } from '../../src/fields/ip.ts';
import { list, set } from '../../src/fields/list.ts';
import { hex } from '../../src/fields/notation.ts';
import { decimal, float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { lazy, nullable, optional, unlessBlank } from '../../src/fields/optional.ts';
import { safe, withType } from '../../src/fields/refine.ts';
import { Open } from '../../src/fields/samples.ts';
import { text } from '../../src/fields/text.ts';
import { date, dateTime, time } from '../../src/fields/time.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { discriminatedUnion, union } from '../../src/fields/union.ts';
import { uri, url } from '../../src/fields/url.ts';
import { uuid } from '../../src/fields/uuid.ts';
import { UploadedFile } from '../../src/fields/values.ts';
import { rows as documented, made } from './_documented.ts';

/** The types of issues that the samples of each kind must show, by place. */
const rows: readonly (readonly [name: string, field: AnyField, types: readonly string[]])[] = [
  ['text()', text(), ['string_type']],
  [
    'a bounded text',
    text({ minLength: 2, maxLength: 5 }),
    ['string_type', 'string_too_short', 'string_too_long'],
  ],
  [
    'a text with a pattern',
    text({ pattern: /^[A-Z]{2}-[0-9]+$/, maxLength: 8 }),
    ['string_type', 'string_too_long', 'string_pattern_mismatch'],
  ],
  [
    'integer()',
    integer(),
    ['int_type', 'int_parsing', 'int_from_float', 'int_parsing_size', 'finite_number'],
  ],
  [
    'a bounded integer',
    integer({ min: 5, max: 9 }),
    ['int_type', 'int_parsing', 'int_from_float', 'greater_than_equal', 'less_than_equal'],
  ],
  [
    'an integer between others',
    integer({ exclusiveMin: 5, exclusiveMax: 9 }),
    ['int_type', 'int_parsing', 'int_from_float', 'greater_than', 'less_than'],
  ],
  [
    'a multiple',
    integer({ min: 4, max: 20, multipleOf: 7 }),
    ['int_type', 'int_parsing', 'int_from_float', 'greater_than_equal', 'less_than_equal', 'multiple_of'],
  ],
  ['float()', float(), ['float_type', 'float_parsing', 'finite_number']],
  [
    'a bounded float',
    float({ min: 0.01, exclusiveMax: 1e6 }),
    ['float_type', 'float_parsing', 'finite_number', 'greater_than_equal', 'less_than'],
  ],
  ['email()', email(), Object.keys(emailIssues())],
  ['url()', url(), Object.keys(urlIssues())],
  [
    'an address as FastAPI reads it',
    email({ values: 'fastapi' }),
    [
      ...Object.keys(emailIssues()).filter((type) => type !== 'email_angle_brackets'),
      'email_too_many_characters',
    ],
  ],
  [
    'a URL as FastAPI reads it',
    url({ values: 'fastapi' }),
    ['url_type', 'url_relative', 'url_scheme', 'url_parsing', 'url_too_long'],
  ],
  ['uuid()', uuid(), ['uuid_type', 'uuid_parsing']],
  ['hex()', hex(), ['string_type', 'hex']],
  ['bearerToken()', bearerToken(uuid()), ['string_type', 'bearer_scheme', 'uuid_parsing']],
  ['boolean()', boolean(), ['bool_type', 'bool_parsing']],
  ['literal()', literal('asc', 'desc'), ['literal_error']],
  ['enumeration()', enumeration([1, 2]), ['enum']],
  [
    'date()',
    date(),
    ['date_type', 'date_parsing', 'date_from_datetime_parsing', 'date_from_datetime_inexact'],
  ],
  ['dateTime()', dateTime(), ['datetime_type', 'datetime_parsing', 'datetime_from_date_parsing']],
  [
    'a dateTime with an offset',
    dateTime({ timezone: 'aware' }),
    ['datetime_type', 'datetime_from_date_parsing', 'timezone_aware'],
  ],
  ['a time without an offset', time({ timezone: 'naive' }), ['time_type', 'time_parsing', 'timezone_naive']],
  ['duration()', duration(), ['time_delta_type', 'time_delta_parsing']],
  ['decimal()', decimal(), ['decimal_type', 'decimal_parsing', 'finite_number']],
  [
    'a decimal of few digits',
    decimal({ maxDigits: 4, maxPlaces: 2, min: 1 }),
    [
      'decimal_type',
      'decimal_parsing',
      'finite_number',
      'greater_than_equal',
      'decimal_max_digits',
      'decimal_max_places',
      'decimal_whole_digits',
    ],
  ],
  ['an IPv4 address', ip('v4'), ['ip_v4_address']],
  ['an IPv6 address', ip('v6'), ['ip_v6_address']],
  ['an IP address', ip(), ['ip_any_address']],
  ['a set', set(uuid(), { minItems: 1 }), ['set_type', 'too_short', '0 uuid_type', '0 uuid_parsing']],
  ['file()', file({ maxBytes: 10 }), ['file_type', 'bytes_too_long']],
  [
    'a union',
    discriminatedUnion('kind', {
      one: object({ kind: literal('one') }),
      two: object({ kind: literal('two') }),
    }),
    ['model_attributes_type', 'union_tag_not_found', 'union_tag_invalid'],
  ],
  ['unknown()', unknown(), []],
  ['nullable()', nullable(uuid()), ['uuid_type', 'uuid_parsing']],
  ['optional()', optional(uuid()), ['uuid_type', 'uuid_parsing']],
  ['unlessBlank()', unlessBlank(uuid()), ['uuid_type', 'uuid_parsing']],
  ['withType()', withType(uuid(), 'value_error'), ['uuid_type', 'uuid_parsing']],
  ['safe()', safe(uuid()), []],
  [
    'object()',
    object({ id: uuid(), note: optional(text()) }, { unknown: 'forbid' }),
    [
      'model_attributes_type',
      'id missing',
      'id uuid_type',
      'id uuid_parsing',
      'note string_type',
      'unknown extra_forbidden',
    ],
  ],
  ['a list', list(uuid()), ['list_type', '0 uuid_type', '0 uuid_parsing']],
  [
    'a bounded list',
    list(object({ id: uuid() }), { minItems: 2, maxItems: 3 }),
    [
      'list_type',
      'too_short',
      'too_long',
      '0 model_attributes_type',
      '0 id missing',
      '0 id uuid_type',
      '0 id uuid_parsing',
    ],
  ],
  [
    'a tuple',
    tuple(text(), uuid()),
    ['tuple_type', 'too_long', '1 missing', '0 string_type', '1 uuid_type', '1 uuid_parsing'],
  ],
  [
    'a dictionary',
    dictionary(uuid(), { minItems: 1, maxItems: 2, key: text({ minLength: 3 }) }),
    [
      'dict_type',
      'too_short',
      'too_long',
      'text uuid_type',
      'text uuid_parsing',
      'aa [key] string_too_short',
      ' [key] string_too_short',
    ],
  ],
];

/** All of those, and each field that the documentation has. */
const all = [
  ...rows.map(([name, each]): [string, AnyField] => [name, each]),
  ...documented.map((row): [string, AnyField] => [`${row.call} in the documentation`, made(row)]),
];

describe.each(all)('the samples of %s', (_, each) => {
  const { accepted, refused } = each.samples();

  it('are accepted, or refused', () => {
    expect([...accepted].length).toBeGreaterThan(0);
    for (const value of accepted) expect(each.parse(value)).not.toBeInstanceOf(Issues);
    for (const value of refused) expect(each.parse(value)).toBeInstanceOf(Issues);
  });

  it('are read as values that a reply may have', () => {
    for (const value of accepted) {
      const read = each.parse(value);
      expect(each.writeValid(read)).toBe(each.write(read));
    }
  });

  it('are deterministic', () => {
    const again = each.samples();
    expect([[...again.accepted], [...again.refused]]).toEqual([[...accepted], [...refused]]);
  });
});

it.each(rows)(
  'the samples of %s show each type of issue by a value with no other issue',
  (_, each, types) => {
    expect(new Set(typesAlone(each))).toEqual(new Set(types));
  },
);

/** The types of issues, by place, of the samples that have no other issue. */
function typesAlone(each: AnyField): string[] {
  const shown = [...each.samples().refused].map((value) => issuesOf(each, value));
  return shown.filter(({ length }) => length === 1).flat();
}

function issuesOf(each: AnyField, value: unknown): string[] {
  const result = each.parse(value);
  return result instanceof Issues ? result.all.map(({ path, type }) => [...path, type].join(' ')) : [];
}

it('samples show every type of issue, apart from those of malformed JSON, of long lists, of documents and of rules of one’s own', () => {
  const shown = new Set(all.flatMap(([, each]) => typesAlone(each).map((type) => type.split(' ').at(-1))));
  const others = Object.keys(issueTable()).filter((type) => type !== 'value_error' && !shown.has(type));
  expect(others.sort()).toEqual([
    'bytes_type',
    'json_invalid',
    'more_errors',
    'none_required',
    'recursion_loop',
    'too_complex',
  ]);
});

const ID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';
const fileOf = (bytes: number) =>
  new UploadedFile('sample.txt', 'text/plain', new TextEncoder().encode('a'.repeat(bytes)));

interface Tree {
  readonly children: readonly Tree[];
}
const tree: Field<Tree> = object({ children: list(lazy(() => tree)) });
const endless: Field<unknown> = object({ next: lazy(() => endless) });

describe('samples', () => {
  it('of a union show a value of each member, and one that none accepts', () => {
    const { accepted, refused } = union(integer({ max: 5 }), uuid()).samples();
    expect([...accepted]).toEqual(expect.arrayContaining([1, 5, '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d']));
    expect([...refused]).toEqual(expect.arrayContaining([6, 'ten', null]));
  });

  it('of a recursive kind are finite', () => {
    expect([...tree.samples().accepted]).toContainEqual({ children: [{ children: [] }] });
    expect([...tree.samples().refused]).toContainEqual({ children: [{ children: null }] });
    expect([...endless.samples().accepted]).toEqual([]);
  });

  it('differ from a given value in one thing', () => {
    const user = object({ name: text(), age: integer({ max: 120 }) });
    const ada = { name: 'Ada', age: 36 };
    expect([...user.samples(ada).accepted]).toContainEqual({ name: 'Ada', age: 120 });
    expect([...user.samples(ada).refused]).toContainEqual({ name: 'Ada', age: 121 });
    expect([...user.samples({ name: 7 }).refused]).toContainEqual({ name: 'text', age: 121 });
  });

  it('begin with a given value, once', () => {
    expect([...boolean().samples(false).accepted]).toEqual([false, true, 'yes']);
  });

  it('of a choice show one of its texts in another case', () => {
    expect([...literal('asc', 'desc').samples().refused]).toContain('ASC');
    expect([...literal('ASC', 'desc').samples().refused]).toContain('asc');
  });

  it('of an object that forbids unknown properties show one', () => {
    const both = object({ unknown: text(), unknown_: text() }, { unknown: 'forbid' });
    const base = { unknown: 'text', unknown_: 'text' };
    expect([...both.samples().refused]).toContainEqual({ ...base, unknown__: 'text' });
  });

  it('of an e-mail address show each fault once', () => {
    const address = email({ values: 'fastapi' });
    const { accepted, refused } = emailSamples();
    const types = [...refused].map((sample) => issuesOf(address, sample).join());
    expect(new Set(types).size).toBe(types.length);
    const label = 'a'.repeat(63);
    const longest = `${'a'.repeat(58)}@${label}.${label}.${label}.com`;
    expect([...accepted].map((sample) => address.parse(sample))).toEqual([
      'ada@example.com',
      longest,
      'zoë@bücher.example.com',
      'Ada@example.com',
    ]);
  });

  it.each<readonly [string, AnyField, accepted: readonly unknown[], refused: readonly unknown[]]>([
    [
      'a list of two or three',
      list(boolean(), { minItems: 2, maxItems: 3 }),
      [
        [true, true],
        [true, true],
        [true, true, true],
        [false, true],
        ['yes', true],
      ],
      [[true], [true, true, true, true], ['maybe', true]],
    ],
    ['any list', list(boolean()), [[true], [], [false], ['yes']], [['maybe']]],
    [
      'a dictionary of two or three',
      dictionary(boolean(), { minItems: 2, maxItems: 3 }),
      [
        { text: true, text2: true },
        { text: true, text2: true },
        { text: true, text2: true, text3: true },
        { text: false, text2: true },
        { text: 'yes', text2: true },
      ],
      [{ text: true }, { text: true, text2: true, text3: true, text4: true }, { text: 'maybe', text2: true }],
    ],
    [
      'a dictionary with long names',
      dictionary(boolean(), { key: text({ minLength: 2 }) }),
      [{ text: true }, {}, { text: false }, { text: 'yes' }],
      [{ a: true }, { '': true }, { text: 'maybe' }],
    ],
  ])('of %s are at the bounds of its size, and show each item', (_, each, accepted, refused) => {
    const samples = each.samples();
    expect([...samples.accepted]).toEqual(accepted);
    expect([...samples.refused].slice(0, refused.length)).toEqual(refused);
  });

  it.each<readonly [string, AnyField, accepted: readonly unknown[], refused: readonly unknown[]]>([
    [
      'an integer between others',
      integer({ exclusiveMin: 5, exclusiveMax: 9 }),
      [6, 8],
      [1, 0, 5, 9, 2, 5.5, 'ten', Number.POSITIVE_INFINITY, 2 ** 53],
    ],
    [
      'a multiple',
      integer({ min: 4, max: 20, multipleOf: 7 }),
      [7, 14, '7'],
      [0, 21, 8, 4.5, 'ten', Number.POSITIVE_INFINITY, 2 ** 53],
    ],
    [
      'a float between others',
      float({ exclusiveMin: 0.5, exclusiveMax: 2 }),
      [1.5, 0.51, 1.99, '1.5'],
      [0, 0.5, 2, 'ten', Number.POSITIVE_INFINITY],
    ],
    [
      'a multiple with a fraction',
      float({ min: 0.25, max: 0.75, multipleOf: 0.25 }),
      [0.25, 0.75, '0.25'],
      [0, 1, 0.125, 'ten', Number.POSITIVE_INFINITY],
    ],
    ['any text', text(), ['text', ''], [null]],
    ['a text of two or three', text({ minLength: 2, maxLength: 3 }), ['aa', 'aaa'], ['a', 'aaaa']],
    [
      'a text with a pattern and a length',
      text({ pattern: /^\d+$/, minLength: 12, maxLength: 12 }),
      ['1'.repeat(12)],
      ['a'.repeat(11), 'a'.repeat(13)],
    ],
    [
      'a text with a pattern at its start and a length',
      text({ pattern: /^arn:.*/, minLength: 7 }),
      ['arn:aaa'],
      [],
    ],
    [
      'a text with a pattern anywhere and a length',
      text({ pattern: /[0-9]+/, minLength: 4 }),
      ['1111'],
      ['aaa'],
    ],
    [
      'a text with a pattern at its end and a length',
      text({ pattern: /-x$/, minLength: 4 }),
      ['aa-x'],
      ['aaa'],
    ],
    ['a text with a pattern', text({ pattern: /^A-1$/ }), ['A-1'], ['A-1?', '?A-1', 'A-', '', 'text', '?']],
    ['a boolean', boolean(), [true, false, 'yes'], ['maybe']],
    [
      'a date',
      date(),
      ['2026-11-22', '2026-11-22T00:00:00'],
      ['2026-02-30', '2026-11-22T10:30:00', '0000-01-01'],
    ],
    ['a time', time(), ['10:30:00', '10:30:00Z', '10:30:00.500000+01:00'], ['25:00:00']],
    ['a duration', duration(), ['P1DT2H', '1 day, 02:00:00', 90], ['a day']],
    ['hexadecimal digits', hex(), ['9f86d081', 'A0'], ['0x9f']],
    ['a UUID', uuid(), [ID, ID.replaceAll('-', '')], [ID.slice(0, -1)]],
    [
      'a bearer token',
      bearerToken(uuid()),
      [`Bearer ${ID}`, `Bearer ${ID.replaceAll('-', '')}`],
      ['Basic YWRhOmFkYQ==', `Bearer ${ID.slice(0, -1)}`],
    ],
    ['an IP address', ip(), ['192.0.2.1', '::1', '2001:db8::192.0.2.1'], ['192.0.2.256']],
    ['an IPv4 address', ip('v4'), ['192.0.2.1'], ['192.0.2.256', '::1']],
    ['an IPv6 address', ip('v6'), ['::1', '2001:db8::192.0.2.1'], ['192.0.2.256', '192.0.2.1']],
    [
      'a URI',
      uri(),
      ['https://example.com/', 'mailto:ada@example.com', 'urn:isbn:0451450523'],
      ['example.com', 'http://', 'https://example.com/a b'],
    ],
    [
      'a URL',
      url(),
      ['https://example.com/', 'http://[::1]:8000/a?b=c#d', 'https://bücher.example.com/'],
      [
        'example.com',
        'https:example.com',
        'ftp://example.com/',
        'https://example.com/a b',
        'https://exam_ple.com/',
        'https://',
      ],
    ],
    [
      'a decimal',
      decimal({ maxDigits: 4, maxPlaces: 2 }),
      [1.5, 0, '1.5', '0.11'],
      ['ten', Number.POSITIVE_INFINITY, 'Infinity', '0.111', '1111', '11111'],
    ],
    [
      'a multiple with many decimals',
      float({ multipleOf: 0.001, min: 0.5 }),
      [0.5],
      [0.001, 0, 0.499, 0.0005, 'ten', Number.POSITIVE_INFINITY],
    ],
    ['a value that may be blank', unlessBlank(boolean()), [true, false, 'yes', ''], ['maybe']],
    ['a file', file({ maxBytes: 2 }), [fileOf(1), fileOf(2)], ['no file', fileOf(3)]],
    ['any file', file(), [fileOf(1), fileOf(0), fileOf(1)], ['no file']],
    ['a very large file', file({ maxBytes: 10_000 }), [fileOf(1), fileOf(10_000)], ['no file', null]],
    [
      'a pair',
      tuple(boolean(), boolean()),
      [
        [true, true],
        [false, true],
        ['yes', true],
        [true, false],
        [true, 'yes'],
      ],
      [[true, true, null], [true], ['maybe', true]],
    ],
    [
      'an object',
      object({ on: boolean(), dim: optional(boolean()) }),
      [
        { on: true },
        { on: false },
        { on: 'yes' },
        { on: true, dim: true },
        { on: true, dim: false },
        { on: true, dim: 'yes' },
        { on: true, dim: null },
      ],
      [{}, { on: 'maybe' }],
    ],
  ])('of %s are the values at its bounds, and one for each way to be wrong', (_, each, accepted, refused) => {
    const samples = each.samples();
    expect([...new Set(samples.accepted)]).toEqual(accepted);
    expect([...new Set(samples.refused)].slice(0, refused.length)).toEqual(refused);
  });

  it('of a list have at most ten thousand items', () => {
    const { accepted, refused } = list(boolean(), { maxItems: 10_000 }).samples();
    const longest = (values: Iterable<unknown>) =>
      Math.max(...Array.from(values, (value) => (Array.isArray(value) ? value.length : 0)));
    expect([longest(accepted), longest(refused)]).toEqual([10_000, 1]);
  });

  it('of a set have as many items as it needs, even if the first is short', () => {
    const code = text({ pattern: /^[a-z\d]{1,2}$/ });
    const [first] = set(code, { minItems: 20 }).samples().accepted;
    expect(new Set(first as readonly unknown[]).size).toBe(20);
  });

  it('of a dictionary have names and values even if their fields have no samples', () => {
    const nothing = field({
      parse: (raw) => wrong('none_required', raw),
      write: String,
      describe: () => ({}),
    });
    const { accepted, refused } = dictionary(nothing, { key: nothing, maxItems: 1 }).samples();
    expect([...accepted]).toContainEqual({});
    expect([...refused]).toContainEqual({ name: null });
  });

  it('of a kind without samples are values of each type', () => {
    const yes = field({
      parse: (raw) => (raw === true ? raw : wrong('literal_error', raw)),
      write: String,
      describe: () => ({ const: true }),
    });
    expect([...yes.samples().accepted]).toEqual([true]);
    expect([...yes.samples().refused]).toEqual([null, 7, '', 'text', [], {}]);
  });
});

it('asks kinds for samples only so often, though none has any', () => {
  let count = 0;
  const none = derive(integer(), {
    samples() {
      count++;
      return { accepted: [], refused: [] };
    },
  });
  const nested = (levels: number): AnyField => {
    const member = (): AnyField => object({ a: nested(levels - 1) });
    return levels === 0 ? none : union(member(), member(), member(), member(), member());
  };
  expect([...nested(6).samples(undefined, Open.forOne()).accepted]).toEqual([]);
  expect(count).toBeLessThan(4000);
});

it('counts the parts of a value that is too large, and looks at none', () => {
  let looks = 0;
  const get = () => {
    looks++;
    return 1;
  };
  let reads = 0;
  const read = () => ++reads;
  const names = Array.from({ length: 100 }, (_, at) => [`n${at}`, { get, enumerable: true }] as const);
  const value = Object.defineProperties({}, Object.fromEntries(names));
  expect(Open.forOne(50).read(value, read)).toBeUndefined();
  expect(looks).toBe(0);
  expect(Open.forOne(150).read(value, read)).toBe(1);
  expect(looks).toBe(100);
});

it('an object lists its properties once, however often it is asked for samples', () => {
  let count = 0;
  const shape = new Proxy(
    { a: text() },
    {
      ownKeys(target) {
        count++;
        return Reflect.ownKeys(target);
      },
    },
  );
  const made = object(shape);
  const sample = () => [...made.samples(undefined).accepted];
  const first = sample();
  const before = count;
  expect(sample()).toEqual(first);
  expect(count).toBe(before);
});
