import { describe, expect, it } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { itemsOf, type Located, partsOf, within } from '../../src/documents/located.ts';
import { References } from '../../src/documents/references.ts';
import { examplesIn } from '../../src/documents/sample.ts';
import { isJson } from '../../src/documents/schema.ts';
import { upgraded } from '../../src/documents/swagger.ts';
import { Issues } from '../../src/errors/issue.ts';
import type { AnyField } from '../../src/fields/field.ts';
import { documents, read, sizeOf } from './_documents.ts';

/** The examples of public documents, by their own schemas. `DOCUMENTS=all` takes all documents; each reason is printed. */

interface Example {
  readonly at: string;
  readonly field: AnyField;
  readonly value: unknown;
}

const ADDRESS = 'document:';

/** The examples that a document gives for parameters, bodies and replies, each with its field. */
function* examplesOf(document: unknown): Iterable<Example> {
  const files = upgraded({ root: ADDRESS, byAddress: new Map([[ADDRESS, document]]) });
  const references = new References(files);
  const reader = new FieldReader(references, { values: 'strict', isExact: true, dialect: openApiDialect });
  function* ofContent(holder: Located, fields: FieldReader): Iterable<Example> {
    for (const [type, media] of partsOf(within(holder, 'content')))
      if (isJson(type)) yield* ofPart(media, (schema) => fields.fieldOf(schema));
  }
  function* ofPart(part: Located, fieldOf: (schema: Located) => AnyField): Iterable<Example> {
    const schema = within(part, 'schema');
    if (schema.value === undefined) return;
    for (const value of examplesIn(part, references)) yield { at: part.at, field: fieldOf(schema), value };
  }
  for (const [, item] of partsOf(within(references.root, 'paths')))
    for (const [, operation] of partsOf(references.follow(item))) {
      for (const parameter of itemsOf(within(operation, 'parameters')))
        yield* ofPart(references.follow(parameter), (schema) => reader.textFieldOf(schema));
      yield* ofContent(references.follow(within(operation, 'requestBody')), reader);
      for (const [, response] of partsOf(within(operation, 'responses')))
        yield* ofContent(references.follow(response), reader.replies);
    }
}

const MAX_SIZE = 6_000_000;
const names = documents(100, 7).filter((name) => sizeOf(name) < MAX_SIZE);

describe('the examples of a document', () => {
  it('are accepted, except those that contradict their schema', () => {
    const reasons = new Map<string, number>();
    let given = 0;
    for (const name of names)
      for (const { field, value } of examplesOf(read(name))) {
        given++;
        const result = field.parse(value);
        if (!(result instanceof Issues)) continue;
        const reason = [...new Set(result.all.map(({ publicType }) => publicType))].sort().join(', ');
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    const refused = [...reasons.values()].reduce((sum, count) => sum + count, 0);
    const report = JSON.stringify([`${given - refused} of ${given}`, ...reasons]);
    if (process.env.DOCUMENTS === 'all') process.stdout.write(`${report}\n`);
    expect(given).toBeGreaterThan(500);
    expect(refused / given).toBeLessThan(0.1);
  });
});
