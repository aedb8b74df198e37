import { expect, it } from 'vitest';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';

/** The cases of lists that are written as one text. An empty list can't be: it would be a list of one empty text. */

const colors = { type: 'array', minItems: 1, items: { type: 'string', enum: ['warm', 'cold'] } };
const numbers = { type: 'array', minItems: 1, items: { type: 'integer', minimum: 2 } };

function titlesOf(parameter: object, path = '/lamps'): string[] {
  const get = { parameters: [parameter], responses: { 200: { description: 'OK' } } };
  const app = fromDocument({
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    paths: { [path]: { get } },
  })[hosting];
  return Array.from(casesOf(subjectOf(app)), ({ title }) => title).filter((title) => title.includes('[0]'));
}

it.each([
  ['in the query', { name: 'of', in: 'query', explode: false }],
  ['with spaces', { name: 'of', in: 'query', style: 'spaceDelimited', explode: false }],
  ['in a header', { name: 'of', in: 'header' }],
])('have a wrong item that is not empty: %s', (_, parameter) => {
  expect(titlesOf({ ...parameter, schema: colors })).toContainEqual(expect.stringContaining('"WARM"'));
  expect(titlesOf({ ...parameter, schema: numbers })).toContainEqual(expect.stringContaining('"ten"'));
});

it('have a wrong item that is not empty in a path', () => {
  const parameter = { name: 'of', in: 'path', required: true, style: 'matrix' };
  const titles = titlesOf({ ...parameter, schema: colors }, '/lamps/{of}');
  expect(titles).toContainEqual(expect.stringContaining('"WARM"'));
});
