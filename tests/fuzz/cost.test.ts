import { describe, expect, it } from 'vitest';
import { hosting } from '../../src/http/hosting.ts';
import { replyTo, requestsTo, subjectsOf } from '../../tools/fuzz/cost/cost.ts';
import { documentOf } from '../../tools/fuzz/cost/documents.ts';
import { Random } from '../../tools/fuzz/random.ts';

/** The first batches of `npm run fuzz -- cost`, without its measurements. */

const MAX_REPLY = 1024 * 1024;

it.each(Array.from({ length: 12 }, (_, batch) => batch))(
  'the requests of batch %d get short replies without a bug',
  async (batch) => {
    for await (const subject of subjectsOf(batch)) {
      const bugs: unknown[] = [];
      const core = subject.make(bugs)[hosting].build();
      for (const { request, sizes } of requestsTo(subject, batch)) {
        const reply = await replyTo(core, request.make(Number(sizes.at(-1))));
        expect(reply.length).toBeLessThan(MAX_REPLY);
      }
      expect(bugs).toEqual([]);
    }
  },
);

describe('the documents', () => {
  const documents = Array.from({ length: 60 }, (_, batch) => JSON.stringify(documentOf(new Random(batch))));

  it('are the same each time', () => {
    expect(JSON.stringify(documentOf(new Random(7)))).toBe(documents[7]);
  });

  it.each([
    ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
    ...['patternProperties', 'propertyNames', 'additionalProperties', 'unevaluatedProperties', 'readOnly'],
    ...['contains', 'minContains', 'prefixItems', 'uniqueItems', 'unevaluatedItems', 'writeOnly', 'nullable'],
    ...['$ref', '$defs', '$dynamicRef', 'discriminator', 'mapping', 'const', 'enum', 'multipleOf', 'format'],
    ...[
      'explode',
      'deepObject',
      'pipeDelimited',
      'matrix',
      'multipart/form-data',
      'application/xml',
      'cookie',
    ],
  ])('have %s', (keyword) => {
    expect(documents.filter((document) => document.includes(`"${keyword}"`)).length).toBeGreaterThan(3);
  });
});
