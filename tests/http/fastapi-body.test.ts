import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/contract/outcome.ts';
import { Issues } from '../../src/errors/issue.ts';
import { object } from '../../src/fields/object.ts';
import { unknown } from '../../src/fields/optional.ts';
import { fastapiFormReader, fastapiReader } from '../../src/http/body.ts';
import { defaultLimits } from '../../src/http/limits.ts';

/** Bodies as FastAPI reads them. */

const JSON_TYPE = 'application/json';
const limits = { ...defaultLimits, depth: 3 };
const bytesOf = (body: string) => Uint8Array.from(Buffer.from(body, 'latin1'));

function read(type: string | undefined, body: string, isEmbedded = false) {
  const field = isEmbedded ? { ...object({}), isEmbedded } : unknown();
  const found = fastapiReader(limits, field).read(bytesOf(body), () => type);
  return found instanceof Refusal ? [found.status, found.detail] : found;
}

describe('a body', () => {
  it.each([
    [JSON_TYPE, '{"a":1.0}', { a: 1 }, '{"a":1.0}'],
    [JSON_TYPE, '', undefined, 'null'],
    [undefined, '', undefined, 'null'],
    ['text/plain', 'a "lamp"', 'a "lamp"', '"a \\"lamp\\""'],
    [undefined, '7', '7', '"7"'],
    ['text/plain', '\xff', '\ufffd', '"\ufffd"'],
    ['application/json-patch', '7', '7', '"7"'],
    ['application/a+json', '7', 7, '7'],
  ])('of type %s, %j, is %j', (type, body, value, source) => {
    expect(read(type, body)).toMatchObject({ value, source });
  });

  it.each([JSON_TYPE, 'application/a+json'])(
    'of type %s that is not UTF-8, too deep or with too many digits, gets a 400',
    (type) => {
      const refused = [400, 'There was an error parsing the body'];
      const long = '1'.repeat(4301);
      const bodies = ['"\xff"', '[[[[]]]]', `[NaN,${'['.repeat(50_000)}`, `[${long}]`, `[NaN,-${long}]`];
      for (const body of bodies) expect(read(type, body)).toEqual(refused);
    },
  );

  it('may have numbers of as many digits as Python takes', () => {
    expect(read(JSON_TYPE, `[-${'1'.repeat(4300)},${'1'.repeat(9999)}.5]`)).toHaveProperty('source');
  });

  it('that only Python reads is read without its text', () => {
    expect(read(JSON_TYPE, '[NaN]')).toEqual({ value: [Number.NaN], bytes: bytesOf('[NaN]') });
  });

  it('is decoded in a step of its own', () => {
    const steps = fastapiReader(limits, unknown()).readInSteps?.(bytesOf('[]'), () => JSON_TYPE);
    expect([steps?.next().done, steps?.next().done]).toEqual([false, true]);
  });

  it('that is no JSON is an issue, where Python finds it', () => {
    const found = read(JSON_TYPE, '{"a":}');
    const { value } = 'value' in found ? found : { value: undefined };
    const [issue] = value instanceof Issues ? value.all : [];
    expect(issue).toMatchObject({ type: 'json_invalid', path: ['body', 5], written: '{}' });
  });

  it('of another type is missing where its fields are parameters of a function', () => {
    expect(read('text/plain', '7', true)).toMatchObject({ value: undefined, source: 'null' });
    expect(read(JSON_TYPE, '7', true)).toMatchObject({ value: 7 });
  });
});

describe('a form', () => {
  const reader = fastapiFormReader(['a'], () => false);

  it.each([
    ['application/x-www-form-urlencoded', 'a=1', { a: '1' }],
    ['application/json', 'a=1', {}],
    [undefined, 'a=1', {}],
  ])('of type %s is read, and refused by no type', (type, body, expected) => {
    expect(reader.unsupported(() => type)).toBe(undefined);
    const found = reader.read(bytesOf(body), (name) => (name === 'content-type' ? type : undefined));
    expect('value' in found && { ...Object(found.value) }).toEqual(expected);
  });
});
