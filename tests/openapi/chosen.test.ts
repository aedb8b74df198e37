import { describe, expect, it } from 'vitest';
import { mapValues } from '../../src/fields/values.ts';
import { type DocumentApp, type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { documentOf } from './_document.ts';

/** The operations of a document that are served. */

const ok = { responses: { 204: { description: 'x' } } };
const paths = {
  '/lamps': {
    summary: 'Lamps',
    get: { operationId: 'listLamps', ...ok },
    post: { operationId: 'addLamp', ...ok },
  },
  '/lamps/{id}': { delete: { operationId: 'deleteLamp', 'x-deprecated': {}, ...ok }, trace: ok },
  '/shops': { get: ok },
  '/shared': { $ref: '#/components/pathItems/Shared' },
};
const components = { pathItems: { Shared: { get: { operationId: 'shared', ...ok } } } };
const document = documentOf(paths, components);

function namesOf(options: DocumentOptions): string[] {
  return Object.keys(fromDocument(document, options).contract.endpoints);
}

/** The properties of each item of paths in the document that an app serves. */
async function shownBy(app: DocumentApp): Promise<unknown> {
  const reply = await app.fetch(new Request('http://localhost/openapi.json'));
  const { paths: shown }: { paths: Record<string, unknown> } = JSON.parse(await reply.text());
  return mapValues(shown, (item) => Object.keys(Object(item)));
}

describe('the operations of a document', () => {
  it.each<[DocumentOptions, string[]]>([
    [{}, ['listLamps', 'addLamp', 'deleteLamp', 'GET /shops', 'shared']],
    [{ only: 'addLamp' }, ['addLamp']],
    [{ only: 'addLamp/*' }, ['addLamp']],
    [{ only: ['add*', '*Lamp'] }, ['addLamp', 'deleteLamp']],
    [{ only: 'GET *' }, ['listLamps', 'GET /shops', 'shared']],
    [{ only: '* /lamps*' }, ['listLamps', 'addLamp', 'deleteLamp']],
    [{ only: '* /lamps', skip: 'addLamp/*' }, ['listLamps']],
    [{ skip: ['listLamps', 'GET /shops', 'shared'] }, ['addLamp', 'deleteLamp']],
    [{ only: [], skip: [] }, ['listLamps', 'addLamp', 'deleteLamp', 'GET /shops', 'shared']],
  ])('chosen by %j', (options, names) => {
    expect(namesOf(options)).toEqual(names);
  });

  it('have to be some', () => {
    expect(() => namesOf({ only: 'lamps' })).toThrow(
      /^No operation is chosen; there are listLamps, addLamp, deleteLamp, GET \/shops, shared$/,
    );
    expect(() => namesOf({ skip: '*' })).toThrow('No operation is chosen; there are listLamps, ');
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/${at}`, { get: ok }]));
    expect(() => fromDocument(documentOf(many), { only: 'x' })).toThrow(/GET \/19 and 10 others$/);
    expect(Object.keys(fromDocument(documentOf({}), {}).contract.endpoints)).toEqual([]);
  });

  it.each([7, [7]])('are not chosen by %j', (only) => {
    expect(() => namesOf({ only: only as never })).toThrow('only');
  });

  it('are named as if all of them were served', () => {
    const twice = documentOf({
      '/a': { get: { operationId: 'get', ...ok } },
      '/b': { get: { operationId: 'get', ...ok } },
    });
    expect(Object.keys(fromDocument(twice, { only: 'get 2' }).contract.endpoints)).toEqual(['get 2']);
  });

  it('are the only ones that are answered, documented and reported', async () => {
    const odd = { ...ok, requestBody: { content: { 'image/png': {} } } };
    const app = fromDocument(documentOf({ ...paths, '/odd': { post: odd } }, components), {
      only: ['addLamp', 'deleteLamp', 'shared'],
    });
    const core = app[hosting].build();
    const status = (method: string, target: string) => inject(core, { method, target, headers: {} }).status;
    expect(status('POST', '/lamps')).toBe(204);
    expect(status('GET', '/lamps')).toBe(405);
    expect(status('GET', '/shops')).toBe(404);
    expect(await shownBy(app)).toEqual({
      '/lamps': ['summary', 'post'],
      '/lamps/{id}': ['delete', 'trace'],
      '/shared': ['get'],
    });
    expect(app.unsupported.filter(({ place }) => place.includes('odd'))).toEqual([]);
  });

  it('are all documented if one refers to another', async () => {
    const referring = { ...paths, '/other': { get: { $ref: '#/paths/~1lamps/get' } } };
    const app = fromDocument(documentOf({ ...referring }, components), { only: 'addLamp' });
    expect(await shownBy(app)).toEqual({
      '/lamps': ['summary', 'get', 'post'],
      '/lamps/{id}': ['delete', 'trace'],
      '/shops': ['get'],
      '/shared': ['get'],
      '/other': ['get'],
    });
  });
});
