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
    ['an unknown property', changed({ sumary: 'x' }), 'has no property sumary; did you mean summary?'],
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
    ['no reply', changed({ reply: undefined }), 'has no reply'],
    ['no reply among several', changed({ reply: undefined, replies: {} }), 'has no reply'],
    [
      'a status of an error among its replies',
      changed({ replies: { 404: {} } }),
      'replies with 404; it must be a status from 200 to 399',
    ],
    [
      'a body with a reply that has none',
      changed({ replies: { 205: { body: text() } } }),
      "replies with 205, so its reply can't have a body",
    ],
    ['one status twice', changed({ replies: { 200: { body: text() } } }), 'declares its reply 200 twice'],
    [
      'a body of a reply that is no field',
      changed({ replies: { 201: { body: 'byte' } } }),
      'has a reply whose body is not a field',
    ],
    [
      'a header of one of its replies that is no field',
      changed({ replies: { 201: { headers: { Location: text } } } }),
      'has no field for Location in its reply headers',
    ],
    [
      'a media type that can not be sent',
      changed({ reply: { status: 200, body: 'bytes', type: 'a\nb' } }),
      'replies with the media type "a\\nb"',
    ],
    [
      'another status',
      changed({ reply: { status: 418, body: text() } }),
      'replies with 418; it must be a status from 200 to 399',
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
      changed({ query: { key: text() }, credential: apiKey({ in: 'query', name: 'key', check: 'any' }) }),
      'has two fields for the query key',
    ],
    [
      'a credential in a header that is a field as well',
      changed({
        headers: { 'x-key': text() },
        credential: apiKey({ in: 'header', name: 'X-Key', check: 'any' }),
      }),
      'has two fields for the header x-key',
    ],
    [
      'a credential in a cookie that is a field as well',
      changed({ cookies: { key: text() }, credential: apiKey({ in: 'cookie', name: 'key', check: 'any' }) }),
      'has two fields for the cookie key',
    ],
    ['an endpoint that is none', { getLamp: undefined }, 'must be an object, not undefined'],
    ['no path', changed({ path: undefined }), 'needs the property path: a path such as /lamps'],
    [
      'an unknown property of its reply',
      changed({ reply: { ...getLamp.reply, code: 200 } }),
      'has no property reply.code; did you mean reply.status?',
    ],
    [
      'an unknown property of an example',
      changed({
        examples: [
          { title: 'A lamp', status: 200 },
          { title: 'Another', staus: 200 },
        ],
      }),
      'has no property examples[1].staus; did you mean examples[1].status?',
    ],
    [
      'no field as the body of its reply',
      changed({ reply: { status: 200, body: [integer()] } }),
      'has a reply whose body is not a field',
    ],
    ...[integer, [], 'json', null].map((body): [string, object, string] => [
      `the body ${JSON.stringify(body)}`,
      changed({ method: 'POST', body }),
      'has a body that is neither a field nor a form',
    ]),
    ...['bearer', {}, null].map((credential): [string, object, string] => [
      `the credential ${JSON.stringify(credential)}`,
      changed({ credential }),
      'has a credential that is none of bearer(), basic() and apiKey()',
    ]),
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

  it.each<[mistake: string, endpoints: object, sentence: string]>([
    [
      'examples that are no list',
      changed({ examples: {} }),
      'The property examples of the endpoint getLamp must be a list, each item an object, not {}',
    ],
    [
      'an unknown property of its form',
      changed({ method: 'POST', body: { ...form({ name: text() }), other: 'forbid' } }),
      'The form of the endpoint getLamp has no property other; did you mean others?',
    ],
  ])('with %s', (_, endpoints, sentence) => {
    expect(() => make(endpoints, { getLamp: handler })).toThrow(sentence);
  });

  it('with a property that a reply does not have', () => {
    expect(() => make(changed({ replies: { 201: { status: 201 } } }), { getLamp: handler })).toThrow(
      'The reply 201 of the endpoint getLamp has no property status',
    );
  });

  it('without a handler, or with one too many', () => {
    expect(() => make({ getLamp }, {})).toThrow('The endpoint getLamp has no handler');
    expect(() => make({ getLamp }, { getLamp: handler, getLmap: handler })).toThrow(
      'There is a handler getLmap, but no endpoint of that name',
    );
  });

  it('without a title, a version or endpoints', () => {
    const create = (contract: object) => () => createApp(contract as Contract, {});
    expect(create({})).toThrow('The contract needs the property title: a string');
    expect(create({ title: 'Lamps' })).toThrow('The contract needs the property version: a string');
    expect(create({ title: 'Lamps', version: '1' })).toThrow(
      'The contract needs the property endpoints: an object',
    );
    expect(create({ title: 'Lamps', version: '1', routes: {} })).toThrow(
      'The contract has no property routes; did you mean endpoints?',
    );
  });
});

describe('createApp refuses the options', () => {
  it.each<[options: object, sentence: string]>([
    [{ lmits: {} }, 'createApp() has no option lmits; did you mean limits?'],
    [{ limits: { bdoy: 1 } }, 'createApp() has no option limits.bdoy; did you mean limits.body?'],
    [
      { limits: { body: -1 } },
      'The option limits.body of createApp() must be a whole number of at least 1, not -1',
    ],
    [{ limits: 5 }, 'The option limits of createApp() must be an object, not 5'],
    [
      { timeouts: { handlerTimeout: 0.5 } },
      'The option timeouts.handlerTimeout of createApp() must be a whole number of at least 1, not 0.5',
    ],
    [
      { timeouts: { soon: 1 } },
      'createApp() has no option timeouts.soon; its options are timeouts.headersTimeout, ',
    ],
    [
      { cors: 'nonsense' },
      `The option cors of createApp() must be '*' or 'off', or a list, each item an origin such as https://example.com, or an object, not "nonsense"`,
    ],
    [{ cors: ['https://a.example/'] }, 'The option cors of createApp() must be'],
    [
      { errors: 'fastapi' },
      `The option errors of createApp() must be 'plain' or 'pydantic' or 'problem', or an object, not "fastapi"`,
    ],
    [
      { routes: { docs: 'docs' } },
      'The option routes.docs of createApp() must be a path such as /docs, or false, not "docs"',
    ],
    [
      { routes: { metrics: '/m' } },
      'createApp() has no option routes.metrics; its options are routes.docs, ',
    ],
    [{ routes: { docs: '/same', openapi: '/same' } }, 'The built-in routes both answer GET /same'],
    [
      { routes: { docs: '/lamps/{lamp}' } },
      'The endpoint getLamp and a built-in route both answer GET /lamps/{id}, of which',
    ],
    [
      { basePath: '/api/' },
      'The option basePath of createApp() must be empty or a path such as /api, without a slash at its end',
    ],
    ...['/', 'api', '//', '/a//b', '/{tenant}', '/a b', '/a#b', '/a?b', '/ä'].map(
      (basePath): [object, string] => [
        { basePath },
        `The option basePath of createApp() must be empty or a path such as /api, without a slash at its end, not "${basePath}"`,
      ],
    ),
    [{ liveExamples: 1 }, 'The option liveExamples of createApp() must be true or false, not 1'],
    [{ onBug: 'print' }, 'The option onBug of createApp() must be a function, not "print"'],
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
