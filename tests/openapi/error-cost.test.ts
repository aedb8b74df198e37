import { expect, it } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { writeErrorBody } from '../../src/documents/error-body.ts';
import { ErrorSchemas } from '../../src/documents/error-schemas.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { References } from '../../src/documents/references.ts';
import { schemaCompiler } from '../../src/documents/schema/compile.ts';

/** What it takes to write errors by schemas of many levels. */

interface Written {
  readonly body: unknown;
  /** The values that were checked. */
  readonly checked: number;
}

/** Writes an error by objects in objects, and counts what is checked on the way. */
function written(levels: number, names: readonly string[]): Written {
  const references = new References({ root: '', byAddress: new Map([['', {}]]) });
  const options = { values: 'strict', dialect: openApiDialect, isExact: true, isReply: true } as const;
  const reader = new FieldReader(references, options);
  const compile = schemaCompiler({ references, version: '2020-12', isForeign: () => false });
  const told = { status: 400, sentence: 'Bad', reasons: [], path: '/' };
  let value: unknown = { type: 'integer', minimum: 5 };
  for (let level = 0; level < levels; level++)
    value = {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, value])),
    };
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

it.each([[['inner']], [['error']], [['error', 'inner']]])(
  'grows with the levels of objects that have %j',
  (names) => {
    const few = written(5, names);
    const many = written(10, names);
    expect(few.body).toMatchObject({ [String(names[0])]: {} });
    expect(many.checked).toBeLessThan(2.5 * few.checked);
  },
);
