import { describe, expect, it } from 'vitest';
import { boolean } from '../../src/fields/choice.ts';
import { object } from '../../src/fields/object.ts';
import { omittable, optional, unlessBlank } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';

/** The schemas of objects, and of properties that may be left out. */

const on = { type: 'boolean' };

describe('an object', () => {
  it('requires what has to be sent, and in a reply all but what may be omitted', () => {
    const lamp = object({ on: boolean(), dim: optional(boolean(), false), note: omittable(boolean()) });
    expect(lamp.describe('request').required).toEqual(['on']);
    expect(lamp.describe('input').required).toEqual(['on']);
    expect(lamp.describe('output').required).toEqual(['on', 'dim']);
  });

  it('requires nothing if nothing has to be sent', () => {
    expect(object({}).describe('output')).toEqual({ type: 'object', properties: {} });
    expect(object({ on: omittable(boolean()) }).describe('output')).toEqual({
      type: 'object',
      properties: { on },
    });
  });

  it('forbids other properties only if it is told to', () => {
    const shape = { on: boolean() };
    expect(object(shape).describe('output')).not.toHaveProperty('additionalProperties');
    expect(object(shape, { unknown: 'ignore' }).describe('output')).not.toHaveProperty(
      'additionalProperties',
    );
    expect(object(shape, { unknown: 'forbid' }).describe('output').additionalProperties).toBe(false);
  });

  it('can only be made of fields', () => {
    const shape: Record<string, ReturnType<typeof boolean>> = JSON.parse('{"on":null}');
    expect(() => object(shape)).toThrow(new TypeError('The property on of an object has no field'));
  });

  it('has a name if it is given one', () => {
    expect(object({}).name).toBeUndefined();
    expect(object({}, { name: 'Nothing' }).name).toBe('Nothing');
  });

  it('is refused with what is not allowed only if that is forbidden', () => {
    const shape = { on: boolean() };
    const raw = { on: true, dim: 1 };
    expect(object(shape).parse(raw)).toEqual({ on: true });
    expect(object(shape, { unknown: 'forbid' }).parse(raw)).toMatchObject({
      all: [{ type: 'extra_forbidden', path: ['dim'], input: 1 }],
    });
  });
});

describe('a property that may be left out', () => {
  it('has a default in requests, unless that is null', () => {
    const [dim, note] = [optional(boolean(), false), optional(boolean())];
    const nullable = { anyOf: [on, { type: 'null' }] };
    expect(dim.describe('request')).toEqual({ ...on, default: false });
    expect(dim.describe('output')).toEqual(on);
    expect(note.describe('request')).toEqual(nullable);
    expect(note.describe('output')).toEqual(nullable);
    expect(dim.describe('input')).toMatchObject({ default: false });
    expect(note.describe('input')).toMatchObject({ default: null });
  });

  it('may be blank in a query', () => {
    const lit = unlessBlank(boolean(), true);
    expect([lit.parse(''), lit.parse('no')]).toEqual([true, false]);
    expect(lit.describe('request')).toEqual({ ...on, default: true });
    expect(lit.describe('output')).toEqual(on);
    const word = unlessBlank(text());
    expect(word.describe('input')).toEqual({ anyOf: [{ type: 'string' }, { const: '' }] });
    expect(word.describe('request')).toEqual({ type: 'string' });
    expect(word.describe('output')).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] });
  });
});
