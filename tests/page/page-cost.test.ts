import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { subjectOf } from '../../src/cases/cases.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { Description } from '../../src/page/description.ts';
import { entriesOf } from '../../src/page/endpoints.ts';
import { modelsPage, type PageParts, page } from '../../src/page/page.ts';
import { requestDataWriter } from '../../src/page/request-data.ts';
import { SchemaTree } from '../../src/page/schema-tree.ts';
import { searchJson } from '../../src/page/search.ts';
import { defined } from '../../src/text/guards.ts';
import { atOnce, type Steps } from '../../src/text/turns.ts';
import { counted, mostInStep } from '../_counted.ts';

/** Pages of large documents, which are made in steps. */

const MANY = 1000;
const responses = { 200: { description: 'x' } };

function many<Value>(value: Value): Record<string, Value> {
  return Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`n${at}`, value]));
}

/** Describes a document, and returns the contract that is made of it. */
function described(parts: object) {
  const { document, read } = counted({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, ...parts });
  const { contract } = fromDocument(document)[hosting];
  return { contract, description: new Description({ ...document }), read };
}

/** Returns nothing to make requests with. */
function* noData(): Steps<string> {
  yield;
  return '';
}

/** Makes something, and returns how much of a document each step reads. */
function readsInSteps(steps: Steps<string>, read: () => number): number[] {
  const reads: number[] = [];
  for (let isDone: boolean | undefined; !isDone; ) {
    const before = read();
    isDone = steps.next().done;
    reads.push(read() - before);
  }
  return reads;
}

const addresses = { root: './', docs: 'docs', errors: '', openapi: '', cases: '', file: () => '' };

it('the list of webhooks takes a step for each', () => {
  const webhooks = many({ post: { summary: 'A webhook', responses } });
  const { contract, description, read } = described({ paths: {}, webhooks });
  const parts = { contract, description, addresses, dataOf: noData };
  const reads = readsInSteps(page(parts, true), read);
  expect(reads.filter((each) => each > 0)).toHaveLength(MANY);
});

/** A document with one operation. */
function withOperation(operation: object, others: object = {}) {
  return { paths: { '/': { get: { operationId: 'ask', responses, ...operation } } }, ...others };
}
const responding = (response: object) =>
  withOperation({ responses: { 200: { ...responses[200], ...response } } });
const oauth = (scopes: object) => ({ type: 'oauth2', flows: { implicit: { scopes } } });

it.each<[what: string, parts: object, steps: number]>([
  [
    'variables of a server',
    withOperation({ servers: [{ url: '/', variables: many({ default: 'a' }) }] }),
    MANY,
  ],
  [
    'parameters of a link',
    responding({ links: { next: { operationId: 'ask', parameters: many('a') } } }),
    MANY,
  ],
  // They are read, and then shown.
  ['headers of a response', responding({ headers: many({ schema: {} }) }), 2 * MANY],
  ['examples', responding({ content: { 'text/plain': { examples: many({ value: 'a' }) } } }), MANY],
  ['schemes of which all are needed', withOperation({ security: [many([])] }), MANY],
])('the page takes a step for each of the %s', (_, parts, least) => {
  const { contract, description } = described(parts);
  const steps = page({ contract, description, addresses, dataOf: noData }, false);
  expect([...steps].length).toBeGreaterThan(least);
});

it.each<[what: string, parts: object, shown: string]>([
  [
    'values of a variable',
    withOperation({
      servers: [{ url: '/', variables: { a: { default: 'n0', enum: Object.keys(many('')) } } }],
    }),
    'n0 (default), n1, n2, ',
  ],
  [
    'scopes that are needed',
    withOperation({ security: [{ key: Object.keys(many('')) }] }),
    'with n0, n1, n2, ',
  ],
  [
    'scopes of a scheme',
    withOperation({}, { components: { securitySchemes: { key: oauth(many('about')) } } }),
    '<li><code>n499</code> about</li>\n<li>500 more, left out here',
  ],
])('the page shows the first of the %s', (_, parts, shown) => {
  const { contract, description } = described(parts);
  const markup = atOnce(page({ contract, description, addresses, dataOf: noData }, false));
  expect(markup).toContain(shown);
  expect(markup).toMatch(/… and \d+ more|more, left out here/);
  expect(markup).not.toContain('n999<');
});

it('the data of schemes takes a step for each, without what only tells how to get a token', () => {
  const securitySchemes = many({ ...oauth({ read: 'about' }), description: 'Ours' });
  const { contract, description } = described({ paths: {}, components: { securitySchemes } });
  const steps = page({ contract, description, addresses, dataOf: noData }, true);
  let next = steps.next();
  let count = 0;
  for (; !next.done; count++) next = steps.next();
  expect(count).toBeGreaterThanOrEqual(MANY);
  expect(next.value).toContain(
    '<div data-scheme="[&quot;n0&quot;,{&quot;type&quot;:&quot;oauth2&quot;,&quot;description&quot;:&quot;Ours&quot;}]"><dt>n0</dt>',
  );
});

it('the page has no data of a certificate, nor of schemes that it has no room for', () => {
  const name = 'n'.repeat(100_000);
  const large = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`k${at}`, { type: 'apiKey', in: 'header', name }]),
  );
  const securitySchemes = { certificate: { type: 'mutualTLS' }, ...large };
  const { contract, description } = described({ paths: {}, components: { securitySchemes } });
  const markup = atOnce(page({ contract, description, addresses, dataOf: noData }, true));
  expect(markup).toContain('<div><dt>certificate</dt>');
  expect(markup.length).toBeLessThan(9 * 1024 * 1024);
  expect(markup).toMatch(/<dt>Others<\/dt> <dd>\d+ more, left out here/);
});

it.each([
  ['models', modelsPage],
  ['webhooks', (parts: PageParts) => page(parts, true)],
])('the list of %s says how many it has no room for', (_, write) => {
  const name = 'n'.repeat(MANY);
  const names = Array.from({ length: 6 * MANY }, (_, at) => `${at}${name}`);
  const schemas = Object.fromEntries(names.map((each) => [each, { post: { responses } }]));
  const { contract, description } = described({ paths: {}, components: { schemas }, webhooks: schemas });
  const markup = atOnce(write({ contract, description, addresses, dataOf: noData }));
  expect(markup).toMatch(/<li class="quiet">\d+ more, left out here<\/li>/);
});

it('the examples of a parameter are read where they are shown', () => {
  const { description, read } = described({ paths: {}, components: { examples: many({ value: 'a' }) } });
  const { examples } = Object(description.document.components);
  const before = read();
  const { beside } = description.parameter({ name: 'a', in: 'query', examples });
  expect(read() - before).toBeLessThan(10);
  expect([...description.examples(beside ?? {})]).toHaveLength(MANY);
});

it.each([
  ['also for those that it leaves out', { type: 'string', readOnly: true }, true],
  ['and looks for secrets', { type: 'string', format: 'password' }, false],
])('the form of a request takes a step for each property, %s', (_, property, isLeftOut) => {
  const properties = many(property);
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const paths = { '/': { post: { requestBody: { content }, responses } } };
  const { contract, description, read } = described({ paths });
  const subject = {
    contract: { ...contract, endpoints: {} },
    basePath: '',
    limits: defaultLimits,
    inject: () => undefined,
    hasFaults: false,
  };
  const [entry] = entriesOf(contract);
  const steps = requestDataWriter(() => subject, description)(defined(entry));
  const reads = readsInSteps(steps, read);
  expect(reads.length).toBeGreaterThan(MANY);
  expect(Math.max(...reads)).toBeLessThan(50);
  const data = JSON.parse(atOnce(requestDataWriter(() => subject, description)(defined(entry))));
  expect(data.fields).toHaveLength(isLeftOut ? 0 : 60);
  expect(data.secrets).toHaveLength(isLeftOut ? 0 : MANY);
});

it('the tree of a schema takes a step for each property', () => {
  const { description, read } = described({
    paths: {},
    components: { schemas: { Lamp: { properties: many({}) } } },
  });
  const tree = new SchemaTree(description, './docs');
  const { result, most } = mostInStep(tree.whole({ $ref: '#/components/schemas/Lamp' }), read);
  expect(result.markup.match(/<code class="name"/g)).toHaveLength(MANY);
  expect(most).toBeLessThan(50);
});

it('the page leaves out endpoints that it has no room for, whatever they are large by', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`/p${at}`, { get: { responses } }]),
  );
  const { contract, description } = described({ paths });
  const data = 'x'.repeat(1024 * 1024);
  function* dataOf(): Steps<string> {
    yield;
    return data;
  }
  const markup = atOnce(page({ contract, description, addresses, dataOf }, false));
  expect(markup.length).toBeLessThan(9.5 * data.length);
  expect(markup).toMatch(/<p class="quiet">\d+ more, left out here<\/p>/);
  expect(markup.match(/<a href="#[^"]*" data-name=/g)).toHaveLength(20);
});

it('the data of a request has the first ways to be authorized', () => {
  const security = Array.from({ length: MANY }, (_, at) => ({ [`n${at}`]: [] }));
  const { contract, description } = described({ paths: { '/': { get: { responses, security } } } });
  const subject = { contract: { ...contract, endpoints: {} }, basePath: '', limits: defaultLimits };
  const unused = { inject: () => undefined, hasFaults: false };
  const [entry] = entriesOf(contract);
  const data = atOnce(requestDataWriter(() => ({ ...subject, ...unused }), description)(defined(entry)));
  expect(JSON.parse(data).security).toHaveLength(60);
});

it.each([
  ['ways to be authorized', { security: Array.from({ length: MANY }, (_, at) => ({ [`n${at}`]: ['all'] })) }],
  ['callbacks', { callbacks: many({ '/': { post: { responses } } }) }],
  ['addresses of a callback', { callbacks: { done: many({ post: { responses } }) } }],
])('the page reads the %s in steps', (_, operation) => {
  const { contract, description, read } = described(withOperation(operation));
  const steps = page({ contract, description, addresses, dataOf: noData }, false);
  // Entries of an object are made at once.
  expect(mostInStep(steps, read).most).toBeLessThan(2 * MANY);
});

it('the search looks through as many lines as there is room for', () => {
  const properties = Object.fromEntries(Object.keys(many('')).map((name) => [name.repeat(300), {}]));
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Long' } } };
  const operation = { get: { responses: { 200: { ...responses[200], content } } } };
  const paths = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/p${at}`, operation]));
  const { contract, description } = described({ paths, components: { schemas: { Long: { properties } } } });
  const json = atOnce(searchJson(entriesOf(contract), description));
  expect(json.length).toBeLessThan(9 * 1024 * 1024);
  const lines = JSON.parse(json);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.at(-1)).toEqual(['', '; more may be left out', '', '', '', '']);
});

describe('of a name that is too long to be shown', () => {
  const name = 'n'.repeat(2_000_000);
  const text = { type: 'string' };
  const schemas = { [name]: { properties: { [name]: text } } };
  const securitySchemes = { [name]: { type: 'apiKey', in: 'header', name } };
  const content = { 'application/json': { schema: { required: [name], properties: { [name]: text } } } };
  const post = { operationId: 'ask', summary: name, tags: [name], requestBody: { content }, responses };
  const parameters = [{ name, in: 'query', schema: text }];
  const document = {
    paths: { '/': { post: { ...post, parameters } } },
    components: { schemas, securitySchemes },
  };
  const { contract, description } = described(document);
  const dataOf = requestDataWriter(() => subjectOf(fromDocument(description.document)[hosting]), description);
  const parts = { contract, description, addresses, dataOf };

  it.each<[what: string, steps: Steps<string>]>([
    ['the page', page(parts, false)],
    ['the list of models', modelsPage(parts)],
    ['what is searched', searchJson(entriesOf(contract), description)],
  ])('%s has only the beginning, and says so', (_, steps) => {
    const shown = atOnce(steps);
    expect(shown).toMatch(/n… and \d+ more characters/);
    expect(shown.length).toBeLessThan(12_000_000);
    expect(shown.match(/n{10001,}/g)?.every((each) => each.length <= 1024 * 1024) ?? true).toBe(true);
  });

  it('the page has data that can be read', () => {
    const [, data = ''] = /data-operation="([^"]*)"/.exec(atOnce(page(parts, false))) ?? [];
    const [, scheme = ''] = /data-scheme="([^"]*)"/.exec(atOnce(page(parts, false))) ?? [];
    const [read, readScheme] = [data, scheme].map((each) => JSON.parse(each.replaceAll('&quot;', '"')));
    expect(read.requests[0].request.body).toMatch(/n… and \d+ more characters$/);
    expect(readScheme[0]).toMatch(/n… and \d+ more characters$/);
  });
});

it('a long page is put together in several steps, each of which copies it', () => {
  const description = 'a'.repeat(MANY);
  const paths = many({ get: { description, responses } });
  const named = Object.entries(paths).map(([name, item]) => [`/${name}`, item]);
  const { contract, description: shown } = described({ paths: Object.fromEntries(named) });
  const steps = page({ contract, description: shown, addresses, dataOf: noData }, false);
  const raw = vi.spyOn(String, 'raw');
  onTestFinished(() => raw.mockRestore());
  let count = 0;
  for (let isDone: boolean | undefined; !isDone; ) {
    isDone = steps.next().done;
    if (raw.mock.results.some(({ value }) => value.length > MANY * MANY)) count++;
    raw.mockClear();
  }
  expect(count).toBe(3);
});
