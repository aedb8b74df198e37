import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { fromDocument } from '../../src/entries/openapi.ts';
import practice from '../../src/entries/practice.ts';
import { cases, mismatch } from '../../src/entries/testing.ts';
import * as fields from '../../src/fields/index.ts';
import * as assay from '../../src/index.ts';
import { OptionError } from '../../src/text/options.ts';

/** Options that somebody misspelt, or knows from another library, in plain JavaScript: none is passed over. */

type Loose<Module> = { readonly [Name in keyof Module]: (...given: unknown[]) => never };

const { boolean, date, dateTime, dictionary, duration, email, enumeration, file, float, hex } =
  fields as unknown as Loose<typeof fields>;
const { decimal, integer, ip, list, set, literal, object, text, time, tuple, union, uri, url, uuid } =
  fields as unknown as Loose<typeof fields>;
const { apiKey, basic, bearer, createApp, endpoint, refuse, reply } = assay as unknown as Loose<typeof assay>;

const { bearerToken, described, discriminatedUnion, field, lazy, nullable, omittable, safe, withType } =
  fields as unknown as Loose<typeof fields>;
const definition = { parse: () => '', write: () => '""', describe: () => ({}) };
const row = { method: 'GET', path: '/lamps', summary: '', reply: { status: 200, body: fields.text() } };
const app = (change: object, options?: object) =>
  createApp(
    { title: '', version: '', endpoints: { getLamp: endpoint({ ...row, ...change }) } },
    { getLamp: () => '' },
    options,
  );
const withOptions = (options: object) => app({}, options);
const check = () => 'ada';
const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };
const [first] = cases(practice);

describe('an option that does not exist is refused', () => {
  it.each<[make: () => unknown, owner: string, given: string, meant: string]>([
    [() => text({ maxlength: 40 }), 'text()', 'maxlength', 'maxLength'],
    [() => text({ max_length: 40 }), 'text()', 'max_length', 'maxLength'],
    [() => text({ max: 40 }), 'text()', 'max', 'maxLength'],
    [() => text({ min: 1 }), 'text()', 'min', 'minLength'],
    [() => text({ regex: /a/ }), 'text()', 'regex', 'pattern'],
    [() => text({ patern: /a/ }), 'text()', 'patern', 'pattern'],
    [() => text({ title: 'Name' }), 'text()', 'title', 'label'],
    [() => hex({ lable: 'Hash' }), 'hex()', 'lable', 'label'],
    [() => integer({ ge: 1 }), 'integer()', 'ge', 'min'],
    [() => integer({ le: 1 }), 'integer()', 'le', 'max'],
    [() => integer({ gt: 1 }), 'integer()', 'gt', 'exclusiveMin'],
    [() => integer({ lt: 1 }), 'integer()', 'lt', 'exclusiveMax'],
    [() => integer({ minimum: 1 }), 'integer()', 'minimum', 'min'],
    [() => float({ maximum: 1 }), 'float()', 'maximum', 'max'],
    [() => float({ exclusiveMinimum: 1 }), 'float()', 'exclusiveMinimum', 'exclusiveMin'],
    [() => float({ step: 0.1 }), 'float()', 'step', 'multipleOf'],
    [() => integer({ minLength: 1 }), 'integer()', 'minLength', 'min'],
    [() => list(fields.text(), { max: 3 }), 'list()', 'max', 'maxItems'],
    [() => list(fields.text(), { maxLength: 3 }), 'list()', 'maxLength', 'maxItems'],
    [() => list(fields.text(), { minitems: 3 }), 'list()', 'minitems', 'minItems'],
    [() => dictionary(fields.text(), { max: -1 }), 'dictionary()', 'max', 'maxItems'],
    [() => dictionary(fields.text(), { keys: fields.text() }), 'dictionary()', 'keys', 'key'],
    [() => dictionary(fields.text(), { maxProperties: 1 }), 'dictionary()', 'maxProperties', 'maxItems'],
    [() => object({}, { additionalProperties: false }), 'object()', 'additionalProperties', 'unknown'],
    [() => object({}, { strict: true }), 'object()', 'strict', 'unknown'],
    [() => object({}, { unknwon: 'forbid' }), 'object()', 'unknwon', 'unknown'],
    [() => object({}, { title: 'Lamp' }), 'object()', 'title', 'name'],
    [() => file({ maxSize: 1 }), 'file()', 'maxSize', 'maxBytes'],
    [() => file({ size: 1 }), 'file()', 'size', 'maxBytes'],
    [() => file({ limit: 1 }), 'file()', 'limit', 'maxBytes'],
    [() => dateTime({ tz: 'aware' }), 'dateTime()', 'tz', 'timezone'],
    [() => time({ timeZone: 'aware' }), 'time()', 'timeZone', 'timezone'],
    [() => date({ value: 'fastapi' }), 'date()', 'value', 'values'],
    [() => duration({ mode: 'fastapi' }), 'duration()', 'mode', 'values'],
    [() => decimal({ decimalPlaces: 2 }), 'decimal()', 'decimalPlaces', 'maxPlaces'],
    [() => set(fields.text(), { max: 2 }), 'set()', 'max', 'maxItems'],
    [() => ip('v4', { value: 'fastapi' }), 'ip()', 'value', 'values'],
    [() => email({ vaules: 'fastapi' }), 'email()', 'vaules', 'values'],
    [() => url({ value: 'fastapi' }), 'url()', 'value', 'values'],
    [() => uri({ name: 'URI' }), 'uri()', 'name', 'label'],
    [() => uuid({ strict: true }), 'uuid()', 'strict', 'values'],
    [() => boolean({ strict: true }), 'boolean()', 'strict', 'values'],
    [() => enumeration(['a'], { labels: 'A' }), 'enumeration()', 'labels', 'label'],
    [() => bearer({ verify: check }), 'bearer()', 'verify', 'check'],
    [() => bearer({ check, required: false }), 'bearer()', 'required', 'optional'],
    [() => basic({ validate: check }), 'basic()', 'validate', 'check'],
    [() => apiKey({ location: 'header', name: 'X', check }), 'apiKey()', 'location', 'in'],
    [() => apiKey({ in: 'header', header: 'X', check }), 'apiKey()', 'header', 'name'],
    [() => apiKey({ in: 'query', name: 'X', chek: check }), 'apiKey()', 'chek', 'check'],
    [() => refuse(404, '', { header: {} }), 'refuse()', 'header', 'headers'],
    [() => reply('', { header: {} }), 'reply()', 'header', 'headers'],
    [() => withOptions({ origin: '*' }), 'createApp()', 'origin', 'cors'],
    [() => withOptions({ prefix: '/api' }), 'createApp()', 'prefix', 'basePath'],
    [() => withOptions({ basepath: '/api' }), 'createApp()', 'basepath', 'basePath'],
    [() => withOptions({ onError: check }), 'createApp()', 'onError', 'onBug'],
    [() => withOptions({ bodyLimit: 5 }), 'createApp()', 'bodyLimit', 'limits'],
    [() => withOptions({ timeout: 5 }), 'createApp()', 'timeout', 'timeouts'],
    [() => withOptions({ limits: { maxBody: 5 } }), 'createApp()', 'limits.maxBody', 'limits.body'],
    [
      () => withOptions({ timeouts: { handler: 5 } }),
      'createApp()',
      'timeouts.handler',
      'timeouts.handlerTimeout',
    ],
    [() => withOptions({ routes: { health: '/h' } }), 'createApp()', 'routes.health', 'routes.livez'],
    [() => withOptions({ routes: { swagger: '/s' } }), 'createApp()', 'routes.swagger', 'routes.docs'],
    [() => fromDocument(document, { mode: 'fastapi' } as never), 'fromDocument()', 'mode', 'values'],
    [() => fromDocument(document, { adress: '' } as never), 'fromDocument()', 'adress', 'address'],
    [() => cases(practice, { filter: '*' } as never), 'cases()', 'filter', 'only'],
  ])('%s', (make, owner, given, meant) => {
    expect(make).toThrow(new OptionError(`${owner} has no option ${given}; did you mean ${meant}?`));
  });

  it.each<[make: () => unknown, given: string, meant: string]>([
    [() => field({ ...definition, validate: check }), 'validate', 'parse'],
    [() => field({ ...definition, serialize: check }), 'serialize', 'write'],
    [() => field({ ...definition, schema: check }), 'schema', 'describe'],
    [() => field({ ...definition, default: check }), 'default', 'absent'],
    [() => field({ ...definition, optional: true }), 'optional', 'required'],
    [() => field({ ...definition, sample: check }), 'sample', 'samples'],
    [() => field({ ...fields.text(), lable: 'Name' }), 'lable', 'label'],
  ])('of a custom field: %s', (make, given, meant) => {
    expect(make).toThrow(new OptionError(`field() has no option ${given}; did you mean ${meant}?`));
  });

  it('but not a copy of a field with changes', () => {
    const copy = field({ ...fields.rawText(), label: 'Name' });
    expect(copy).toMatchObject({ label: 'Name' });
    const typed = { ...fields.object({ name: fields.text() }), mediaType: 'text/plain', name: 'Lamp' };
    expect(field(typed)).toMatchObject({ mediaType: 'text/plain', shape: typed.shape });
    expect(nullable(...([fields.text(), 0, []] as const))).toHaveProperty('parse');
  });

  it('by calls that return a promise, too', async () => {
    const mode = mismatch(first as never, new Response(), { mode: 'status' } as never);
    await expect(mode).rejects.toThrow('mismatch() has no option mode; did you mean match?');
    const { GET } = createClient<typeof practice.contract>('http://localhost', { fetch: practice.fetch });
    await expect(GET('/', { param: {} } as never)).rejects.toThrow(
      'GET() has no option param; did you mean one of params, query, headers, body, signal, timeout?',
    );
  });

  it('in the path of a call of the client, where a parameter is missing', async () => {
    const { GET } = createClient<typeof practice.contract>('http://localhost', { fetch: practice.fetch });
    const call = GET('/users/{user_id}' as never, { params: { userId: 1 } } as never);
    await expect(call).rejects.toThrow(new TypeError('/users/{user_id} needs user_id'));
  });

  it('by the client', () => {
    expect(() => createClient('', { timeoutMs: 5 } as never)).toThrow(
      'createClient() has no option timeoutMs; did you mean one of fetch, timeout, headers?',
    );
  });

  it.each<[given: readonly unknown[], sentence: string]>([
    [['', { timeout: '5' }], 'The option timeout of createClient() must be of type number'],
    [['', { fetch: {} }], 'The option fetch of createClient() must be of type function'],
    [['', { headers: 'Accept: text/csv' }], 'The option headers of createClient() must be of type object'],
    [['', { constructor: undefined }], 'createClient() has no option constructor; did you mean'],
    [[{ base: '' }], 'createClient() takes a string and an object of options'],
    [['', 5], 'createClient() takes a string and an object of options'],
    [['', { timeout: 5 }, { headers: {} }], 'createClient() takes a string and an object of options'],
  ])('by the client given %j', (given, sentence) => {
    expect(() => createClient(...(given as [string]))).toThrow(sentence);
  });

  it.each<[given: readonly unknown[], sentence: string]>([
    [['/', { timeout: '5' }], 'The option timeout of GET() must be of type number'],
    [['/', { query: 'page=1' }], 'The option query of GET() must be of type object'],
    [['/', { query: {} }, { headers: {} }], 'GET() takes a string and an object of options'],
    [['/', 'page=1'], 'GET() takes a string and an object of options'],
  ])('by a call of the client given %j', async (given, sentence) => {
    const { GET } = createClient<typeof practice.contract>('http://localhost', { fetch: practice.fetch });
    await expect(GET(...(given as ['/']))).rejects.toThrow(sentence);
  });
});

describe('a property that does not exist is refused', () => {
  it.each<[change: object, given: string, meant: string]>([
    [{ auth: bearer({ check: 'any' }) }, 'auth', 'credential'],
    [{ security: bearer({ check: 'any' }) }, 'security', 'credential'],
    [{ response: {} }, 'response', 'reply'],
    [{ errors: {} }, 'errors', 'refusals'],
    [{ parameters: {} }, 'parameters', 'params'],
    [{ querystring: {} }, 'querystring', 'query'],
    [{ header: {} }, 'header', 'headers'],
    [{ tags: ['a'] }, 'tags', 'tag'],
    [{ operationId: 'a' }, 'operationId', 'summary'],
    [{ reply: { ...row.reply, statusCode: 200 } }, 'reply.statusCode', 'reply.status'],
    [{ reply: { ...row.reply, contentType: 'text/html' } }, 'reply.contentType', 'reply.mediaType'],
    [{ examples: [{ title: '', code: 200 }] }, 'examples[0].code', 'examples[0].status'],
  ])('of an endpoint: %j', (change, given, meant) => {
    expect(() => app(change)).toThrow(
      new OptionError(`The endpoint getLamp has no property ${given}; did you mean ${meant}?`),
    );
  });

  it.each([
    [{ titel: '' }, 'titel', 'title'],
    [{ tags: [{ name: '', desc: '' }] }, 'tags[0].desc', 'tags[0].description'],
    [{ license: { name: '', id: '' } }, 'license.id', 'license.identifier'],
    [{ contact: { mail: '' } }, 'contact.mail', 'contact.email'],
    [{ routes: {} }, 'routes', 'endpoints'],
  ])('of a contract: %j', (change, given, meant) => {
    expect(() => createApp({ title: '', version: '', endpoints: {}, ...change }, {})).toThrow(
      new OptionError(`The contract has no property ${given}; did you mean ${meant}?`),
    );
  });
});

describe('a value or an argument of the wrong kind is refused', () => {
  it.each<[make: () => unknown, sentence: string]>([
    [
      () => object({}, { unknown: 'forbidden' }),
      `The option unknown of object() must be 'ignore' or 'forbid', not "forbidden"; did you mean 'forbid'?`,
    ],
    [
      () => dateTime({ timezone: 'utc' }),
      `The option timezone of dateTime() must be 'aware' or 'naive', not "utc"`,
    ],
    [
      () => withOptions({ errors: 'pydantik' }),
      `The option errors of createApp() must be 'plain' or 'pydantic' or 'problem', or an object, not "pydantik"; did you mean 'pydantic'?`,
    ],
    [
      () => withOptions({ errors: {} }),
      'createApp() needs the option errors.status: a status from 400 to 499',
    ],
    [
      () => boolean({ values: 'schema' }),
      `The option values of boolean() must be 'strict' or 'fastapi', not "schema"`,
    ],
    [
      () => text({ maxLength: '40' }),
      'The option maxLength of text() must be a whole number of at least 0, not "40"',
    ],
    [() => text({ label: 5 }), 'The option label of text() must be a string, not 5'],
    [() => text(/a/), 'text() takes an object of options, not /a/'],
    [() => text('Name'), 'text() takes an object of options, not "Name"'],
    [() => text(null), 'text() takes an object of options, not null'],
    [() => object([1]), 'object() takes fields by name, not [1]'],
    [() => field({ ...definition, write: undefined }), 'field() needs the option write: a function'],
    [
      () => field({ ...definition, samples: ['a'] }),
      'The option samples of field() must be a function, not ["a"]',
    ],
    [() => omittable(fields.text), 'omittable takes fields, such as text()'],
    [() => bearerToken(fields.text), 'bearerToken takes fields, such as text()'],
    [() => safe(fields.text), 'safe takes fields, such as text()'],
    [() => withType(fields.text, 'a'), 'withType takes fields, such as text()'],
    [() => lazy(fields.text()), 'lazy() takes a function that returns a field, not a field'],
    ...[
      () => discriminatedUnion('kind', [fields.object({})]),
      () => discriminatedUnion({ propertyName: 'kind' }, {}),
    ].map((make): [() => unknown, string] => [
      make,
      'discriminatedUnion() takes the name of a property and objects by its values',
    ]),
    [
      () => discriminatedUnion('kind', { a: fields.object }),
      'discriminatedUnion takes fields, such as text()',
    ],
    [() => described(fields.text(), 'a'), 'described() takes an object of options, not "a"'],
    [
      () => refuse({ status: 404 }),
      'refuse() takes a status from 200 to 599, such as 404, not {"status":404}',
    ],
    [() => refuse('404'), 'refuse() takes a status from 200 to 599, such as 404, not "404"'],
    ...[{ 'Retry-After': 1 }, [], new Headers()].map((headers): [() => unknown, string] => [
      () => refuse(429, '', { headers }),
      `The option headers of refuse() must be an object of strings, or of lists of them, not ${headers instanceof Headers ? '[object Headers]' : JSON.stringify(headers)}`,
    ]),
    [
      () => reply('', { status: '201' }),
      'The option status of reply() must be a status from 200 to 599, not "201"',
    ],
    [
      () => reply('', { headers: new Headers() }),
      'The option headers of reply() must be an object, not [object Headers]',
    ],
    [() => ip({ version: 4 }), `ip() takes a version, 'v4', 'v6' or 'any', not {"version":4}`],
    [() => set(), 'set takes fields, such as text()'],
    [() => integer(5), 'integer() takes an object of options, not 5'],
    [() => list(), 'list takes fields, such as text()'],
    [() => list(fields.text), 'list takes fields, such as text()'],
    [() => list(fields.text(), fields.text()), 'list() takes an object of options, not a field'],
    [() => list(fields.text(), [3]), 'list() takes an object of options, not [3]'],
    [() => tuple([fields.text()]), 'tuple takes fields, such as text()'],
    [() => union([fields.text()]), 'union takes fields, such as text()'],
    [
      () => literal(['asc', 'desc']),
      'A choice takes strings, numbers, booleans and null, not ["asc","desc"]',
    ],
    [() => enumeration('asc', 'desc'), 'enumeration() takes a list of values'],
    [() => bearer(check), 'bearer() takes an object of options, not a function'],
    [() => bearer(), 'bearer() takes an object of options, not undefined'],
    [() => basic({}), `basic() needs the option check: 'any', or a function`],
    [() => bearer({ check: undefined }), `bearer() needs the option check: 'any', or a function`],
    [() => bearer({ check: null }), `The option check of bearer() must be 'any', or a function, not null`],
    [() => bearer({ check: 'all' }), `The option check of bearer() must be 'any', or a function, not "all"`],
    [
      () => apiKey({ in: 'headers', name: 'X', check }),
      `The option in of apiKey() must be 'header' or 'query' or 'cookie', not "headers"; did you mean 'header'?`,
    ],
    [() => apiKey({ in: 'header', check }), 'apiKey() needs the option name: a string'],
    [() => withOptions([]), 'createApp() takes an object of options, not []'],
    [
      () => withOptions({ limits: { body: '1mb' } }),
      'The option limits.body of createApp() must be a whole number of at least 1, not "1mb"',
    ],
  ])('%s', (make, sentence) => {
    expect(make).toThrow(new OptionError(sentence));
  });
});

describe('an argument that a function does not take is refused', () => {
  const more = { label: 'A' };
  const inner = fields.text();
  const [contract, handlers] = [{ title: '', version: '', endpoints: {} }, {}];
  /** The arguments of those that take others than one object with options. */
  const taken: Readonly<Record<string, readonly unknown[]>> = {
    apiKey: [{ in: 'header', name: 'X-Key', check }],
    basic: [{ check }],
    bearer: [{ check }],
    bearerToken: [inner],
    cases: [practice, {}],
    createApp: [contract, handlers, {}],
    described: [inner, {}],
    dictionary: [inner, {}],
    discriminatedUnion: ['kind', {}],
    documentsOf: [practice],
    endpoint: [row],
    enumeration: [['a'], {}],
    field: [definition],
    fromDocument: [document, {}],
    ip: ['v4', {}],
    lazy: [fields.text],
    list: [inner, {}],
    listen: [{ port: 0 }],
    mismatch: [first, new Response(''), {}],
    nullable: [inner],
    object: [{}, {}],
    omittable: [inner],
    optional: [inner, 'a'],
    rawText: [],
    refine: [inner, check],
    refuse: [404, '', {}],
    reply: ['', {}],
    safe: [inner, undefined],
    secret: [inner],
    set: [inner, {}],
    unknown: [],
    unlessBlank: [inner, 'a'],
    valid: [inner, 'a'],
    withDocuments: [practice, {}],
    withType: [inner, 'a'],
  };
  const { listen } = practice;
  const functions: Readonly<Record<string, unknown>> = {
    ...assay,
    ...fields,
    cases,
    fromDocument,
    listen,
    mismatch,
  };

  /** Those that take any number of arguments, or what went wrong. */
  const others = 'literal pydanticContext pydanticMessage reason sentence tuple union wrong'.split(' ');
  const names = Object.keys(functions).filter(
    (name) => typeof functions[name] === 'function' && /^[a-z]/.test(name) && !others.includes(name),
  );

  it.each(names)('%s', async (name) => {
    const given = taken[name] ?? [{}];
    const call = async () => (functions[name] as (...all: readonly unknown[]) => unknown)(...given, more);
    await expect(call).rejects.toThrow(new OptionError(`${name}() does not take {"label":"A"}`));
  });

  it.each<readonly unknown[]>([[more, ['a']], [0], [0, more], [0, ['a'], more]])(
    'such as %j, %j, %j',
    (...given) => {
      expect(() => text({}, ...given)).toThrow(`text() does not take ${JSON.stringify(given[0])}`);
    },
  );

  it('but for the index and the list that map adds', () => {
    expect([fields.text(), fields.hex()].map(fields.nullable)).toHaveLength(2);
  });
});

describe('a property that would have no effect is refused', () => {
  const upload = { method: 'POST', body: 'bytes' };

  it.each<[change: object, mistake: string]>([
    [{ bodyTypes: ['image/png'] }, "has bodyTypes, which are for the body 'bytes' or 'unread'"],
    [
      { method: 'POST', body: fields.text(), bodyTypes: ['text/csv'] },
      "has bodyTypes, which are for the body 'bytes' or 'unread'",
    ],
    [
      { reply: { status: 204, mediaType: 'text/csv' } },
      'replies with 204 without a body, but with a media type',
    ],
    [{ reply: { status: 303, type: 'text/csv' } }, 'replies with 303 without a body, but with a media type'],
    [
      { reply: { status: 200, body: 'bytes', type: 'image/png', mediaType: 'image/png' } },
      'has a reply with both mediaType and type',
    ],
    [
      { replies: { '2XX': { body: fields.text() } } },
      'replies with 2XX; it must be a status from 200 to 399',
    ],
    [
      { examples: [{ title: 'One', status: 200, params: { id: '1' } }] },
      'has an example, "One", with the parameter id, which is not in its path',
    ],
  ])('%j', (change, mistake) => {
    expect(() => app(change)).toThrow(`The endpoint getLamp ${mistake}`);
  });

  it.each<[change: object, sentence: string]>([
    [
      { ...upload, bodyTypes: 'image/png' },
      'The property bodyTypes of the endpoint getLamp must be a list, each item a string, not "image/png"',
    ],
    [
      { method: 'POST', body: { form: {}, others: 'ignore' } },
      `The property others of the form of the endpoint getLamp must be 'forbid', or a field, such as text(), not "ignore"`,
    ],
  ])('%j: %s', (change, sentence) => {
    expect(() => app(change)).toThrow(new OptionError(sentence));
  });

  it('in a page of a contract', () => {
    const pages = { help: { ...row, summry: '' } };
    expect(() => createApp({ title: '', version: '', endpoints: {}, pages }, {})).toThrow(
      'The endpoint help has no property summry; did you mean summary?',
    );
  });

  it('or has an effect', async () => {
    const { fetch } = app({ ...upload, bodyTypes: ['image/*'] }) as unknown as typeof practice;
    const send = (type: string) =>
      fetch(
        new Request('http://localhost/lamps', {
          method: 'POST',
          body: 'a',
          headers: { 'content-type': type },
        }),
      );
    expect([(await send('image/png')).status, (await send('text/css')).status]).toEqual([200, 415]);
    const image = app({
      reply: { status: 200, body: 'bytes', mediaType: 'image/png' },
    }) as unknown as typeof practice;
    const document = Object(await (await image.fetch(new Request('http://localhost/openapi.json'))).json());
    expect(document.paths['/lamps'].get.responses[200].content).toHaveProperty('image/png');
  });

  it('where credentials are allowed to all origins, or a socket has a port', async () => {
    expect(() => fromDocument(document, { cors: { origins: '*', credentials: true } })).toThrow(
      "The option cors of fromDocument() can't allow credentials to all origins",
    );
    for (const [name, beside] of [
      ['port', { port: 0 }],
      ['host', { host: '127.0.0.1' }],
    ] as const)
      await expect(practice.listen({ socket: '/tmp/lamps.sock', ...beside })).rejects.toThrow(
        `listen() takes either the option socket or ${name}`,
      );
  });
});
