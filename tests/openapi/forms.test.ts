import { describe, expect, it } from 'vitest';
import { expectTrueCases } from './_cases.ts';
import { documentOf, formIssues } from './_document.ts';

/** Forms: their schemas, and how their fields are sent. */

type Json = Readonly<Record<string, unknown>>;

const URLENCODED = 'application/x-www-form-urlencoded';
const integer = { type: 'integer' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const components = {
  schemas: {
    Point: { type: 'object', required: ['z'], properties: { z: integer } },
    Base: { type: 'object', properties: { n: integer, x: integer } },
    File: { type: 'string', format: 'binary' },
    Id: { type: 'integer', readOnly: true },
  },
};

function withForm(
  schema: unknown,
  requestBody: Json = { required: true },
  type = URLENCODED,
  encoding: Json = {},
): Json {
  const content = { [type]: { schema, encoding } };
  const post = { requestBody: { ...requestBody, content }, responses: { 200: { description: 'x' } } };
  return documentOf({ '/lamps': { post } }, components);
}

describe('a form', () => {
  const integers = { type: 'array', items: integer };
  const free = { type: 'object', additionalProperties: integer };
  const names = { type: 'object', patternProperties: { '^x-': integer }, additionalProperties: false };
  const rows: readonly (readonly [what: string, schema: unknown, sent: string, expected: unknown])[] = [
    ['of an allOf', { allOf: [ref('Base'), { required: ['n'] }] }, 'x=1', ['body.n missing']],
    ['of an allOf, complete', { allOf: [ref('Base'), { required: ['n'] }] }, 'n=1', 200],
    ['behind a reference with rules', { ...ref('Base'), required: ['n'] }, 'n=x', ['body.n int_parsing']],
    [
      'of an allOf whose parts share a field',
      { allOf: [ref('Base'), { properties: { n: { minimum: 2 } } }] },
      'n=1',
      ['body.n greater_than_equal'],
    ],
    ['of undeclared names', { type: 'object', required: ['n'] }, 'x=1', ['body.n missing']],
    ['of undeclared names, complete', { type: 'object', required: ['n'] }, 'n=1', 200],
    ['of free names', free, 'a=1&b=x', ['body.b int_parsing']],
    ['of free names, complete', free, 'a=1&b=2', 200],
    ['of free names, one of them blank', free, 'a=', 200],
    ['of free names, one of them required', { ...free, required: ['n'] }, 'n=x', ['body.n int_parsing']],
    ['of free names of lists', { additionalProperties: integers }, 'a=1&a=x', ['body.a.1 int_parsing']],
    ['of free names beside others', { ...ref('Base'), ...free }, 'n=1&a=x', ['body.a int_parsing']],
    ['of a name that only replies have', { properties: { id: ref('Id') }, required: ['id'] }, '', 200],
    ['of anything', { type: 'object', additionalProperties: true }, 'a=1', 200],
    ['of no others', { ...ref('Base'), additionalProperties: false }, 'a=1', ['body.a extra_forbidden']],
    ['of names of a pattern', names, 'x-a=1', 200],
    ['of one of two kinds', { oneOf: [ref('Base'), free], required: ['n'] }, '', ['body.n missing']],
    ['of no object', integers, 'a=1', 200],
    ['without a schema', undefined, 'a=1', 200],
  ];

  it.each(rows)('%s', (_, schema, sent, expected) => {
    const document = withForm(schema);
    expect(formIssues(document, URLENCODED, sent)).toEqual(expected);
    expectTrueCases(document);
  });

  it('has a case of a name that it does not declare', () => {
    expect(expectTrueCases(withForm(free)).map(({ id }) => id)).toContain(
      'POST /lamps/body.other/int_parsing',
    );
  });

  it.each([
    ['in an allOf', { allOf: [ref('File')] }],
    ['in a list', { type: 'array', items: { allOf: [ref('File')] } }],
  ])('may have a file %s', (_, schema) => {
    const document = withForm({ required: ['n'], properties: { n: schema } }, {}, 'multipart/form-data');
    const part = (filename: string) =>
      `--b\r\nContent-Disposition: form-data; name="n"${filename}\r\n\r\nx\r\n--b--\r\n`;
    const issuesOf = (filename: string) =>
      formIssues(document, 'multipart/form-data; boundary=b', part(filename));
    expect(issuesOf('; filename="a.txt"')).toBe(200);
    expect(issuesOf('')).toEqual([expect.stringMatching(/^body\.n(?:\.0)? value_error$/)]);
    expectTrueCases(document);
  });

  const needy = { required: ['n'], properties: { n: integer } };

  it.each([
    ['may be left out', {}, undefined, '', 200],
    ['may be left out, though its type is sent', { required: false }, URLENCODED, '', 200],
    ['is checked if it is sent', {}, URLENCODED, 'x=1', ['body.n missing']],
    ['is checked if something else is sent', {}, 'text/plain', 'n=1', ['body.n missing']],
    ['may not be left out if it is required', { required: true }, undefined, '', ['body.n missing']],
  ])('%s', (_, requestBody, type, sent, expected) => {
    const document = withForm(needy, requestBody);
    expect(formIssues(document, type, sent)).toEqual(expected);
    expectTrueCases(document);
  });

  it('may not be left out if FastAPI reads it', () => {
    const ofFastapi = { components: { schemas: { HTTPValidationError: {}, ValidationError: {} } } };
    expect(formIssues({ ...withForm(needy, {}), ...ofFastapi }, undefined, '')).toEqual(['body.n missing']);
  });
});

describe('a field of a form', () => {
  const point = ref('Point');
  const points = { type: 'array', items: point };
  const integers = { type: 'array', items: integer };
  const texts = { type: 'array', items: { type: 'string' } };
  const json = { contentType: 'application/json' };
  const rows: readonly (readonly [
    what: string,
    schema: unknown,
    encoding: Json,
    sent: readonly string[],
    expected: unknown,
  ])[] = [
    ['an object', point, {}, ['{"z":1}'], 200],
    ['an object with a wrong value', point, {}, ['{"z":"x"}'], ['body.o.z int_parsing']],
    ['an object in an allOf, or null', { allOf: [point], nullable: true }, {}, ['{}'], ['body.o.z missing']],
    ['an object that is no JSON', point, {}, ['z=1'], ['body.o json_invalid']],
    ['a list of objects', points, {}, ['{"z":1}', '{"z":"x"}'], ['body.o.1.z int_parsing']],
    ['a number as JSON', integer, json, ['7'], 200],
    ['a list of texts as JSON', texts, json, ['"a"'], 200],
    ['a text of any type', { type: 'string' }, { contentType: '*/*' }, ['a'], 200],
    ['a list, each of its own', integers, { style: 'form' }, ['1', 'x'], ['body.o.1 int_parsing']],
    ['a list with commas', integers, { explode: false }, ['1,x'], ['body.o.1 int_parsing']],
    ['a list with a comma too many', integers, { explode: false }, ['1,'], ['body.o.1 int_parsing']],
    ['a list with spaces', integers, { style: 'spaceDelimited' }, ['1 x'], ['body.o.1 int_parsing']],
    ['a list with bars', integers, { style: 'pipeDelimited', explode: false }, ['1|2'], 200],
    ['a list with bars, each of its own', integers, { style: 'pipeDelimited', explode: true }, ['1|x'], 200],
    ['a list of objects with commas', points, { explode: false }, ['1,2'], 200],
    ['a list of files with commas', { type: 'array', items: ref('File') }, { explode: false }, ['1,2'], 200],
    ['an object of another style', point, { style: 'form' }, [], 200],
    ['an object in brackets', point, { style: 'deepObject' }, [], 200],
    ['an object of another type', point, { contentType: 'application/xml' }, ['<z/>'], 200],
  ];
  const MULTIPART = 'multipart/form-data';
  const formOf = (sent: readonly string[], head = '') => {
    const disposition = `Content-Disposition: form-data; name="o"${head}`;
    return `${sent.map((text) => `--b\r\n${disposition}\r\n\r\n${text}\r\n`).join('')}--b--\r\n`;
  };

  it.each(rows)('may be %s', (_, schema, encoding, sent, expected) => {
    const whole = { required: ['o'], properties: { o: schema }, additionalProperties: point };
    const document = withForm(whole, { required: true }, MULTIPART, { o: encoding });
    expect(formIssues(document, `${MULTIPART}; boundary=b`, formOf(sent))).toEqual(expected);
    expectTrueCases(document);
  });

  const files: readonly (readonly [
    what: string,
    schema: unknown,
    contentType: string,
    sent: readonly string[],
    expected: unknown,
  ])[] = [
    ['one of two', ref('File'), 'image/png, IMAGE/JPEG', ['image/jpeg; q=1'], 200],
    ['none of two', ref('File'), 'image/png, image/jpeg', ['text/plain'], ['body.o file_media_type']],
    ['any of a range', ref('File'), 'image/*', ['image/gif'], 200],
    ['none of a range', ref('File'), 'image/*', ['text/html'], ['body.o file_media_type']],
    ['any', ref('File'), '*/*', ['text/html'], 200],
    [
      'the same for each of a list',
      { type: 'array', items: ref('File') },
      'image/png',
      ['image/png', 'a/b'],
      ['body.o.1 file_media_type'],
    ],
  ];

  it.each(files)('may be a file whose type is %s', (_, schema, contentType, sent, expected) => {
    const whole = { required: ['o'], properties: { o: schema } };
    const document = withForm(whole, { required: true }, MULTIPART, { o: { contentType } });
    const head = 'Content-Disposition: form-data; name="o"; filename="a"';
    const parts = sent.map((type) => `--b\r\n${head}\r\nContent-Type: ${type}\r\n\r\na\r\n`);
    expect(formIssues(document, `${MULTIPART}; boundary=b`, `${parts.join('')}--b--\r\n`)).toEqual(expected);
    expectTrueCases(document);
    expectTrueCases(document, 'schema');
  });

  it.each([
    ['{"z":1}', 200],
    ['{"z":"x"}', ['body.o.z int_parsing']],
  ])('may be an object in a blob: %j', (sent, expected) => {
    const document = withForm({ properties: { o: point } }, {}, MULTIPART);
    const head = '; filename="blob"\r\nContent-Type: application/json';
    expect(formIssues(document, `${MULTIPART}; boundary=b`, formOf([sent], head))).toEqual(expected);
  });

  it('may be an object of any name', () => {
    const document = withForm({ additionalProperties: point });
    expect(formIssues(document, URLENCODED, 'a={"z":"x"}')).toEqual(['body.a.z int_parsing']);
    expectTrueCases(document);
  });
});
