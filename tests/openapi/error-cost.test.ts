import { describe, expect, it } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { writeErrorBody } from '../../src/documents/error-body.ts';
import { ErrorSchemas } from '../../src/documents/error-schemas.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { References } from '../../src/documents/references.ts';
import { schemaCompiler } from '../../src/documents/schema/compile.ts';

/** Errors that are written by schemas of their own, and what that takes. */

interface Written {
  readonly body: unknown;
  /** The values that were checked. */
  readonly checked: number;
}

/** Writes an error by a schema, and counts what is checked on the way. */
function written(value: unknown, sentence = 'Bad'): Written {
  const references = new References({ root: '', byAddress: new Map([['', value]]) });
  const options = { values: 'strict', dialect: openApiDialect, isExact: true, isReply: true } as const;
  const reader = new FieldReader(references, options);
  const compile = schemaCompiler({ references, version: '2020-12', isForeign: () => false });
  const told = { status: 400, sentence, reasons: [], path: '/' };
  let checked = 0;
  const schemas = new ErrorSchemas({
    reader,
    compile(schema) {
      const validate = compile(schema);
      return (each) => {
        checked++;
        return validate(each);
      };
    },
  });
  const body = writeErrorBody({ value, at: '#' }, [], told, schemas);
  return { body, checked };
}

/** The schema of objects in objects. */
function nested(levels: number, names: readonly string[]): unknown {
  if (levels === 0) return { type: 'integer', minimum: 5 };
  const inner = nested(levels - 1, names);
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, inner])),
  };
}

describe('an error', () => {
  it('is valid by all patterns that the name of its property matches', () => {
    const patternProperties = { '^mess': { type: 'string' }, age$: { maxLength: 4 } };
    expect(written({ type: 'object', required: ['message'], patternProperties }).body).toEqual({
      message: 'Bad',
    });
  });

  it('has as many characters as its schema allows, whatever they take in memory', () => {
    expect(written({ type: 'string', maxLength: 3 }, '😀😀').body).toBe('😀😀');
    expect(written({ type: 'string', maxLength: 1 }, '😀😀').body).toBe('😀');
  });
});

it.each([[['inner']], [['error']], [['error', 'inner']]])(
  'grows with the levels of objects that have %j',
  (names) => {
    const few = written(nested(5, names));
    const many = written(nested(10, names));
    expect(few.body).toMatchObject({ [String(names[0])]: {} });
    expect(many.checked).toBeLessThan(2.5 * few.checked);
  },
);
