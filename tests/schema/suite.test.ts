import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeJson } from '../../src/fields/optional.ts';
import { isRecord } from '../../src/fields/values.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { readJson } from '../../src/text/json/reader.ts';

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const folder = new URL('../data/json-schema/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

/** Serves an operation whose body has a property of this schema. */
function serve(schema: unknown) {
  const named =
    isRecord(schema) && schema.$id === undefined ? { $id: 'https://suite.example/', ...schema } : schema;
  const body = {
    type: 'object',
    required: ['value'],
    properties: { value: { $ref: '#/components/schemas/Value' } },
  };
  const post = {
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {},
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Suite', version: '1' },
    paths: { '/': { post } },
    components: { schemas: { Value: named } },
  };
  return fromDocument(document, { limits: { depth: 1000 } })[hosting].build();
}

/** The tests of a group whose verdict is another one, or all of them if the schema is not served. */
function failuresOf({ description, schema, tests }: Group): string[] {
  const named = tests.map((each) => ({ ...each, name: `${description}: ${each.description}` }));
  if (remote.includes(description)) {
    expect(() => serve(schema)).toThrow('leads nowhere');
    return [];
  }
  const core = serve(schema);
  const headers = { 'content-type': 'application/json' };
  const isValid = (data: unknown) => {
    const body = `{"value":${writeJson(data)}}`;
    return inject(core, { method: 'POST', target: '/', headers, body }).status === 200;
  };
  return named.filter(({ data, valid }) => isValid(data) !== valid).map(({ name }) => name);
}

/** Groups whose schemas refer to files elsewhere. No document may: 17 tests. */
const remote: readonly string[] = [
  'validate definition against metaschema',
  'remote ref, containing refs itself',
  'strict-tree schema, guards against misspelled properties',
  'tests for implementation dynamic anchor and reference link',
  '$ref and $dynamicAnchor are independent of order - $defs first',
  '$ref and $dynamicAnchor are independent of order - $ref first',
  '$ref to $dynamicRef finds detached $dynamicAnchor',
];

const HOST_NAMES = 'validation of A-label (punycode) host names';
const IDN_HOST_NAMES = 'validation of internationalized host names';
const UNKNOWN_KEYWORD = '$id inside an unknown keyword is not a real identifier';

/** The tests that fail, by file. */
const known: Readonly<Record<string, readonly string[]>> = {
  // Any keyword may have schemas in it, so an $id counts also in one that JSON Schema does not know.
  'optional/unknownKeyword.json': [
    `${UNKNOWN_KEYWORD}: type matches second anyOf, which has a real schema in it`,
    `${UNKNOWN_KEYWORD}: type matches non-schema in first anyOf`,
  ],
  // The two joiners, which are invisible, are refused everywhere. Their rules need tables that JavaScript does not have.
  'optional/format/hostname.json': [
    `${HOST_NAMES}: ZERO WIDTH JOINER preceded by Virama`,
    `${HOST_NAMES}: ZERO WIDTH NON-JOINER preceded by Virama`,
    `${HOST_NAMES}: ZERO WIDTH NON-JOINER not preceded by Virama but matches regexp`,
  ],
  // The direction of text is checked label by label.
  'optional/format/idn-hostname.json': [
    `${IDN_HOST_NAMES}: ZERO WIDTH JOINER preceded by Virama`,
    `${IDN_HOST_NAMES}: ZERO WIDTH NON-JOINER preceded by Virama`,
    `${IDN_HOST_NAMES}: ZERO WIDTH NON-JOINER not preceded by Virama but matches regexp`,
    `${IDN_HOST_NAMES}: Bidi domain name with a digit-first label is invalid`,
  ],
};

function groupsIn(name: string): readonly Group[] {
  const groups = readJson(readFileSync(new URL(name, folder), 'utf8'), 1000);
  return groups as readonly Group[];
}

test.each(files)('%s', (name) => {
  const failures = groupsIn(name).flatMap(failuresOf);
  expect(failures).toEqual(known[name] ?? []);
});
