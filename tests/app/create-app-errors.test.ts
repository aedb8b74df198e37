import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { apiKey } from '../../src/contract/credential.ts';
import type { Handlers } from '../../src/contract/endpoint.ts';
import { type Contract, type Endpoint, type Endpoints, endpoint, form } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import type { AppOptions } from '../../src/options.ts';

/** Invalid contracts and options: `createApp` throws an error of one sentence. */

const getLamp = endpoint({
  method: 'GET',
  path: '/lamps/{id}',
  summary: 'Get a lamp',
  params: { id: integer() },
  reply: { status: 200, body: object({ id: integer() }) },
});
const handler = () => ({ id: 1 });

/** Makes an app as plain JavaScript does, without type checks. */
function make(endpoints: object, handlers: object, options?: object): void {
  const contract = { title: 'Lamps', version: '1.0.0', endpoints } as Contract;
  createApp(contract, handlers as Handlers<Endpoints>, options as AppOptions);
}

const changed = (change: object): { getLamp: Endpoint } => ({ getLamp: { ...getLamp, ...change } });

describe('createApp refuses a contract', () => {
  it.each<[mistake: string, endpoints: object, sentence: string]>([
    ['no field for a parameter', changed({ params: {} }), 'has no field for the parameter id of its path'],
    [
      'a field for no parameter',
      changed({ path: '/lamps' }),
      'has a field for the parameter id, which is not in its path',
    ],
    [
      'no slash first',
      changed({ path: 'lamps/{id}' }),
      'has the path "lamps/{id}", which does not start with a slash',
    ],
    ['a body on GET', changed({ body: text() }), "is a GET and can't have a body"],
    [
      'an unknown method',
      changed({ method: 'FETCH' }),
      'has the method FETCH; it must be one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
    ],
    ['an unknown property', changed({ sumary: 'x' }), 'has an unknown property, sumary'],
    [
      'a 204 with a body',
      changed({ reply: { status: 204, body: text() } }),
      "replies with 204, so its reply can't have a body",
    ],
    [
      'a 200 without a body',
      changed({ reply: { status: 200 } }),
      'replies with 200 and needs a body in its reply',
    ],
    [
      'another status',
      changed({ reply: { status: 418, body: text() } }),
      'replies with 418; it must be 204 or one of 200, 201, 202, 203, 206, 207, 208, 226',
    ],
    ...[101, 204, 205, 304, 600, 'late', '404.5', '0x194', ' 404'].map((status): [string, object, string] => [
      `a refusal with ${status}`,
      changed({ refusals: { [status]: text() } }),
      `refuses with ${status}, which is not a status with a body`,
    ]),
    [
      'one header in two cases',
      changed({ headers: { 'X-Id': text(), 'x-id': text() } }),
      'has two fields for the header x-id',
    ],
    [
      'a credential that is a field as well',
      changed({ query: { key: text() }, credential: apiKey({ in: 'query', name: 'key' }) }),
      'has two fields for the query key',
    ],
    [
      'a credential in a header that is a field as well',
      changed({ headers: { 'x-key': text() }, credential: apiKey({ in: 'header', name: 'X-Key' }) }),
      'has two fields for the header x-key',
    ],
    [
      'a credential in a cookie that is a field as well',
      changed({ cookies: { key: text() }, credential: apiKey({ in: 'cookie', name: 'key' }) }),
      'has two fields for the cookie key',
    ],
    ['an endpoint that is none', { getLamp: undefined }, 'is not an object'],
    ['no path', changed({ path: undefined }), 'has no path'],
    ['no reply', changed({ reply: undefined }), 'has no reply'],
    [
      'no field as the body of its reply',
      changed({ reply: { status: 200, body: { id: integer() } } }),
      'has a reply whose body is not a field',
    ],
    ...[{ id: integer() }, integer, 'json', null].map((body): [string, object, string] => [
      `the body ${JSON.stringify(body)}`,
      changed({ method: 'POST', body }),
      'has a body that is neither a field nor a form',
    ]),
    ...['bearer', {}, null].map((credential): [string, object, string] => [
      `the credential ${JSON.stringify(credential)}`,
      changed({ credential }),
      'has a credential that is none of bearer(), basic() and apiKey()',
    ]),
    ['examples that are no list', changed({ examples: {} }), 'has examples that are not a list'],
    ['no object of parameters', changed({ params: null }), 'has no object of fields as its params'],
    ['a field as its query', changed({ query: 'page' }), 'has no object of fields as its query'],
    ...['params', 'query', 'headers', 'cookies'].map((part): [string, object, string] => [
      `a name without a field in its ${part}`,
      changed({ [part]: { id: undefined } }),
      `has no field for id in its ${part}`,
    ]),
    [
      'a field that was not called',
      changed({ query: { page: integer } }),
      'has no field for page in its query',
    ],
    [
      'a name without a field in its form',
      changed({ method: 'POST', body: form({ file: 'bytes' } as never) }),
      'has no field for file in its form',
    ],
    [
      'a header of the reply without a field',
      changed({ reply: { ...getLamp.reply, headers: { ETag: undefined } } }),
      'has no field for ETag in its reply headers',
    ],
    ...['X Y', '', 'é'].map((name): [string, object, string] => [
      `the header ${JSON.stringify(name)}`,
      changed({ headers: { [name]: text() } }),
      `has a field for the header ${JSON.stringify(name)}, which can't be sent`,
    ]),
    ...['X Y', 'Content-Length', 'transfer-encoding'].map((name): [string, object, string] => [
      `the header ${JSON.stringify(name)} of a reply`,
      changed({ reply: { ...getLamp.reply, headers: { [name]: text() } } }),
      `replies with the header ${JSON.stringify(name)}, which can't be set`,
    ]),
    [
      'a media type of two lines',
      changed({ reply: { ...getLamp.reply, mediaType: 'text/html\r\nX: y' } }),
      'replies with the media type "text/html\\r\\nX: y"',
    ],
    [
      'a refusal without a field',
      changed({ refusals: { 404: null } }),
      'has no field for 404 in its refusals',
    ],
    [
      'an example of an undeclared status',
      changed({ examples: [{ title: 'Tea', status: 418 }] }),
      'has an example, "Tea", with the undeclared status 418',
    ],
  ])('with %s', (_, endpoints, sentence) => {
    expect(() => make(endpoints, { getLamp: handler })).toThrow(`The endpoint getLamp ${sentence}`);
  });

  it('without a handler, or with one too many', () => {
    expect(() => make({ getLamp }, {})).toThrow('The endpoint getLamp has no handler');
    expect(() => make({ getLamp }, { getLamp: handler, getLmap: handler })).toThrow(
      'There is a handler getLmap, but no endpoint of that name',
    );
  });

  it('without a title, a version or endpoints', () => {
    const create = (contract: object) => () => createApp(contract as Contract, {});
    expect(create({})).toThrow("The contract's title must be a string");
    expect(create({ title: 'Lamps' })).toThrow("The contract's version must be a string");
    expect(create({ title: 'Lamps', version: '1' })).toThrow("The contract's endpoints must be an object");
  });
});

describe('createApp refuses the options', () => {
  it.each<[options: object, sentence: string]>([
    [{ lmits: {} }, 'There is no option lmits; the options are basePath, limits, '],
    [
      { limits: { bdoy: 1 } },
      'There is no limit bdoy; the limits are target, headers, headerBytes, body, depth',
    ],
    [
      { limits: { body: -1 } },
      'The option limits must be an object of positive whole numbers, not {"body":-1}',
    ],
    [{ limits: 5 }, 'The option limits must be an object of positive whole numbers, not 5'],
    [
      { timeouts: { handlerTimeout: 0.5 } },
      'The option timeouts must be an object of positive whole numbers',
    ],
    [{ timeouts: { soon: 1 } }, 'There is no timeout soon'],
    [
      { cors: 'nonsense' },
      `The option cors must be '*', 'off' or a list of origins such as https://example.com`,
    ],
    [{ cors: ['https://a.example/'] }, 'The option cors must be'],
    [{ errors: 'fastapi' }, `a field and a function, not "fastapi"`],
    [{ routes: { docs: 'docs' } }, 'The option routes must be an object of paths or false'],
    [{ routes: { metrics: '/m' } }, 'There is no route metrics'],
    [{ routes: { docs: '/same', openapi: '/same' } }, 'The built-in routes both answer GET /same'],
    [
      { routes: { docs: '/lamps/{lamp}' } },
      'The endpoint getLamp and a built-in route both answer GET /lamps/{id}, of which',
    ],
    [
      { basePath: '/api/' },
      'The option basePath must be empty or a path such as /api, without a slash at its end',
    ],
    ...['/', 'api', '//', '/a//b', '/{tenant}', '/a b', '/a#b', '/a?b', '/ä'].map(
      (basePath): [object, string] => [
        { basePath },
        `The option basePath must be empty or a path such as /api, without a slash at its end, not "${basePath}"`,
      ],
    ),
    [{ liveExamples: 1 }, 'The option liveExamples must be true or false, not 1'],
    [{ onBug: 'print' }, 'The option onBug must be a function, not "print"'],
    [{ basePath: () => '/api' }, 'a slash at its end, not a function'],
    [{ basePath: Symbol('api') }, 'a slash at its end, not Symbol(api)'],
  ])('%j', (options, sentence) => {
    expect(() => make({ getLamp }, { getLamp: handler }, options)).toThrow(sentence);
  });

  it('but not undefined ones', () => {
    const options = { limits: { body: undefined }, cors: undefined, basePath: undefined };
    expect(() => make({ getLamp }, { getLamp: handler }, options)).not.toThrow();
  });
});
