import { describe, expect, it } from 'vitest';
import { fieldErrors, message } from '../../src/client/errors.ts';

/** Bodies that no server should send. */

const NO_REASON = 'The server gave no reason';

function nested(depth: number, open: string, inner: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

describe('fieldErrors', () => {
  it('ends in a body that contains itself', () => {
    const names = [
      'errors',
      'error',
      'data',
      'source',
      'properties',
      'params',
      'detail',
      'children',
      'items',
      'email',
    ];
    for (const name of names) {
      const body: Record<string, unknown> = { message: 'It is wrong' };
      body[name] = body;
      expect({ ...fieldErrors(body) }, name).toEqual({ '': ['It is wrong'] });
      const list: unknown[] = [{ field: 'email', message: 'is wrong' }];
      list.push(list, { [name]: list });
      expect(fieldErrors({ errors: list }).email, name).toEqual(['is wrong']);
    }
  });

  it('reads a value that is in many places once', () => {
    let value: unknown = ['is wrong'];
    for (let depth = 0; depth < 60; depth++) value = { a: value, b: value };
    expect(Object.values(fieldErrors({ errors: value })).flat()).toEqual(['is wrong']);
  });

  it.each([
    ['errors', nested(50_000, '{"errors":', '1', '}')],
    ['fields', nested(50_000, '{"a":', '["is wrong"]', '}')],
    ['lists', nested(50_000, '[', '', ']')],
  ])('does not throw for deeply nested %s', (_, body) => {
    expect(() => fieldErrors(body)).not.toThrow();
    expect(Object.values(fieldErrors(body)).flat().length).toBeGreaterThan(0);
  });

  it('reads every entry of a long list', () => {
    const entries = Array.from({ length: 20_000 }, (_, at) => ({
      loc: ['body', 'items', at],
      msg: 'Wrong',
      type: 'x',
    }));
    expect(Object.keys(fieldErrors({ detail: entries }))).toHaveLength(20_000);
    const texts = Array.from({ length: 20_000 }, (_, at) => `Number ${at} is wrong`);
    expect(fieldErrors({ errors: texts })['']).toHaveLength(20_000);
  });

  it.each([
    '[',
    ']',
    '["',
    '.',
    "'",
    '"',
    'a ',
    'a.',
    "a's ",
    '/',
    "Key: '",
    ', body/',
    'required property "',
    '~',
    '%',
  ])('reads long texts and paths of %j in linear time', (piece) => {
    const long = piece.repeat(200_000);
    for (const start of ['', 'a', 'body must ', '"a" must ', "Key: 'A.b' Error:"])
      for (const body of [{ errors: [start + long] }, { errors: { [start + long]: ['is wrong'] } }])
        expect(Object.values(fieldErrors(body)).flat().length).toBeGreaterThan(0);
  });

  it('returns nothing inherited', () => {
    const body = JSON.parse(
      '{"errors":{"__proto__":["is wrong"],"constructor":["is odd"],"toString":["is off"]}}',
    );
    const errors = fieldErrors(body);
    expect(Object.getPrototypeOf(errors)).toBe(null);
    expect(Object.keys(errors).sort()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(fieldErrors({ errors: ['is wrong'] }).constructor).toBeUndefined();
  });

  it('does not throw for objects that do', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const throwing = {
      get errors() {
        throw new Error('no');
      },
    };
    for (const body of [proxy, throwing, { errors: proxy }, [proxy]]) {
      expect({ ...fieldErrors(body) }).toEqual({ '': [NO_REASON] });
      expect(message(body)).toBe(NO_REASON);
    }
  });
});
