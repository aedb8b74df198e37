import { describe, expect, expectTypeOf, it } from 'vitest';
import { pydanticContext, pydanticMessage, reason, wrong } from '../../src/errors/issue.ts';
import { Definitions } from '../../src/fields/definitions.ts';
import type { Field, ValueOf } from '../../src/fields/field.ts';
import {
  described,
  Issues,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  secret,
  text,
  union,
} from '../../src/fields/index.ts';

/** Fields made from others: checked further, described, or kept secret. */

const range = object({ from: integer(), to: integer() });

/** Returns the path and the reason of each issue, or the value. */
function read(field: Field<unknown>, raw: unknown): unknown {
  const result = field.parse(raw);
  return result instanceof Issues ? result.all.map((issue) => [issue.path, reason(issue)]) : result;
}

describe('refine', () => {
  const stay = refine(range, ({ from, to }) =>
    to < from ? { path: 'to', message: 'must not be before from' } : undefined,
  );

  it('keeps what the check accepts, as the field read it', () => {
    expect(read(stay, { from: '1', to: 2 })).toEqual({ from: 1, to: 2 });
    expectTypeOf<ValueOf<typeof stay>>().toEqualTypeOf<{ readonly from: number; readonly to: number }>();
    expect(stay.shape.from).toBe(range.shape.from);
  });

  it('puts a mistake at its place, with the value that was sent there', () => {
    const [issue] = (object({ stay }).parse({ stay: { from: 2, to: '1' } }) as Issues).all;
    expect([issue.type, issue.publicType, issue.path, issue.input]).toEqual([
      'value_error',
      'value_error',
      ['stay', 'to'],
      '1',
    ]);
    expect(issue.message).toBe('Must not be before from');
    expect(pydanticMessage(issue)).toBe('Value error, must not be before from');
    expect(pydanticContext(issue)).toEqual({ error: {} });
  });

  it("is what a field of one's own may refuse with, too", () => {
    const [issue] = wrong('value_error', 'x').all;
    expect([issue.message, pydanticMessage(issue)]).toEqual(['Must be valid', 'Value error, must be valid']);
  });

  it('asks the check only about values that fit the field', () => {
    const never = refine(range, () => {
      throw new Error('asked');
    });
    expect(read(never, { from: 'x', to: 1 })).toEqual([[['from'], 'must be an integer']]);
  });

  it.each<[found: unknown, issues: unknown]>([
    [undefined, { from: 1, to: 2 }],
    [null, { from: 1, to: 2 }],
    [[], { from: 1, to: 2 }],
    ['is too long', [[[], 'is too long']]],
    [{ message: 'is too long' }, [[[], 'is too long']]],
    [
      ['is too long', 'is too late'],
      [
        [[], 'is too long'],
        [[], 'is too late'],
      ],
    ],
    [{ path: ['to', 0], message: 'x' }, [[['to', 0], 'x']]],
  ])('takes %j for an answer', (found, expected) => {
    expect(
      read(
        refine(range, () => found as never),
        { from: 1, to: 2 },
      ),
    ).toEqual(expected);
  });

  it('lists mistakes in the order of the fields, the whole before its parts, and items by index', () => {
    const deep = refine(object({ a: range, b: list(integer()) }), () =>
      ['b.10', 'b.2', 'c', 'a.to', 'a.from', 'b', 'a', ''].map((place) => ({
        path: place === '' ? [] : place.split('.').map((key) => (/\d/.test(key) ? Number(key) : key)),
        message: place,
      })),
    );
    const result = deep.parse({ a: { from: 1, to: 2 }, b: [7, 8, 9] }) as Issues;
    expect(result.all.map(({ message }) => message)).toEqual([
      '',
      'C',
      'A',
      'A.from',
      'A.to',
      'B',
      'B.2',
      'B.10',
    ]);
    expect(result.all.map(({ input }) => input)).toEqual([
      { a: { from: 1, to: 2 }, b: [7, 8, 9] },
      null,
      { from: 1, to: 2 },
      1,
      2,
      [7, 8, 9],
      9,
      null,
    ]);
  });

  it.each<[found: unknown, sentence: string]>([
    [false, 'The mistake that refine() found must be an object, not false'],
    [true, 'The mistake that refine() found must be an object, not true'],
    [{ msg: 'x' }, 'The mistake that refine() found has no property msg; did you mean message?'],
    [{ path: 'to' }, 'The mistake that refine() found needs the property message: a string'],
    [
      { path: {}, message: '' },
      'The property path of the mistake that refine() found must be a name, an index',
    ],
    [Promise.resolve(), 'The check of refine() returned a promise; it has to answer at once'],
  ])('takes %j for a bug', (found, sentence) => {
    expect(() => refine(range, () => found as never).parse({ from: 1, to: 2 })).toThrow(sentence);
  });

  it('is asked in replies, lists and unions, but not about a value that was left out', () => {
    const even = refine(integer(), (value) => (value % 2 === 0 ? undefined : 'must be even'));
    expect(even.writeValid(3)).toBeInstanceOf(Issues);
    expect(even.writeValid(4)).toBe('4');
    expect(read(list(even), [2, 3, 5])).toEqual([
      [[1], 'must be even'],
      [[2], 'must be even'],
    ]);
    expect(union(even, text()).parse(3)).toBeInstanceOf(Issues);
    expect(read(object({ even: refine(optional(integer(), 1), () => 'x') }), {})).toEqual({ even: 1 });
    expect([...even.samples().accepted].every((value) => Number(value) % 2 === 0)).toBe(true);
  });

  it('is for fields and functions', () => {
    expect(() => refine(text as never, () => undefined)).toThrow('refine takes fields, such as text()');
    expect(() => refine(text(), {} as never)).toThrow('refine() takes a function, not {}');
  });
});

describe('described', () => {
  it('adds words to the schema of each side, and nothing to what is accepted', () => {
    const age = described(integer({ min: 0 }), {
      title: 'Age',
      description: 'In years.',
      example: 36,
      deprecated: true,
    });
    const words = { title: 'Age', description: 'In years.', examples: [36], deprecated: true };
    for (const side of ['input', 'request', 'output'] as const)
      expect(age.describe(side)).toEqual({ ...integer({ min: 0 }).describe(side), ...words });
    expect(read(age, '36')).toBe(36);
    expect(read(age, -1)).toEqual([[[], 'must be at least 0']]);
  });

  it('leaves the schema of a named kind to others that refer to it', () => {
    const lamp = object({ id: integer() }, { name: 'Lamp' });
    const definitions = new Definitions();
    const schema = described(lamp, { description: 'The first.' }).describe('output', definitions);
    expect(schema).toEqual({ $ref: '#/$defs/Lamp', description: 'The first.' });
    expect(definitions.all.Lamp).not.toHaveProperty('description');
  });

  it('keeps what may be left out, and the shape of objects', () => {
    expect(read(object({ a: described(optional(text()), { title: 'A' }) }), {})).toEqual({ a: null });
    expect(described(range, { title: 'Range' }).shape).toBe(range.shape);
  });

  it('takes only an example that fits', () => {
    expect(() => described(integer(), { example: 'ten' })).toThrow(
      'The example of described(), "ten", is none that its field accepts',
    );
    expect(() => described(integer(), { desc: '' } as never)).toThrow(
      'described() has no option desc; did you mean description?',
    );
  });
});

describe('secret', () => {
  it('hides the value in issues and replies, but not from the handler', () => {
    const password = secret(text({ minLength: 8 }));
    expect(password.parse('hunter2hunter2')).toBe('hunter2hunter2');
    const [issue] = (password.parse('hunter2') as Issues).all;
    expect([issue.input, issue.written, reason(issue)]).toEqual([
      '**********',
      '"**********"',
      'must have at least 8 characters',
    ]);
    expect(password.writeValid('hunter2hunter2')).toBe('"**********"');
    expect(object({ password }).writeValid({ password: 'hunter2hunter2' })).toBe('{"password":"**********"}');
  });

  it('is any text by default, or any other field', () => {
    expect(secret().parse('x')).toBe('x');
    expect(secret(nullable(integer())).parse(null)).toBe(null);
    expect(read(object({ pin: secret(optional(integer())) }), {})).toEqual({ pin: null });
    expect(() => secret(text as never)).toThrow('secret takes fields, such as text()');
  });

  it('is a password in schemas', () => {
    expect(secret().describe('request')).toEqual({ type: 'string', format: 'password', writeOnly: true });
  });
});
