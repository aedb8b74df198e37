import type { InjectedRequest } from '../../../src/http/inject.ts';
import type { Random } from '../random.ts';
import type { Document } from './documents.ts';
import { NAMES, type Schema } from './schemas.ts';

/** Random requests of any size: values that fit the schemas of a document or nearly, and values that are wrong in many places. */

/** A request that can be made in several sizes. */
export interface Sizable {
  readonly name: string;
  make(size: number): InjectedRequest;
}

type MakeSizable = (random: Random, document: Document) => Sizable;

const kinds: readonly [MakeSizable, ...MakeSizable[]] = [
  jsonRequest,
  jsonRequest,
  jsonRequest,
  formRequest,
  multipartRequest,
];

/** Makes a request with a body: JSON or a form. */
export function bodyRequest(random: Random, document: Document): Sizable {
  return random.pick(kinds)(random, document);
}

/** Values that are wrong nearly everywhere, or written in a way that takes longer to read. */
const leaves: readonly string[] = [
  ...['null', '0', '"x"', '"p"', '{}', '[]', 'true', '1.5', '{"a":"p"}', '{"a":"q","b":[]}'],
  ...['1e400', `0.${'1234567890'.repeat(30)}`, '-0', `"${'a'.repeat(300)}"`, `"${'ab'.repeat(3000)}"`],
  ...[
    '"\\ud83d\\udca9\\ud800\\u0000"',
    `"${'\\u0061'.repeat(100)}"`,
    '{"a":1,"a":2,"a":{}}',
    '{"__proto__":{"a":1}}',
  ],
  `{"${'k'.repeat(500)}":1}`,
  `{${Array.from({ length: 100 }, (_, at) => `"u${at}":${at}`).join()}}`,
];

type Shape = (pieces: Iterable<string>) => string;

/** How pieces of JSON become a body of some size. */
const shapes: readonly [Shape, ...Shape[]] = [
  (pieces) => `[${[...pieces].join()}]`,
  (pieces) => `[${[...pieces].join()}]`,
  (pieces) => `{"a":[${[...pieces].join()}]}`,
  (pieces) => `{"b":[${[...pieces].join()}],"a":"p"}`,
  (pieces) => `{${Array.from(pieces, (piece, at) => `"k${at}":${piece}`).join()}}`,
  (pieces) => `{"c":{${Array.from(pieces, (piece, at) => `"${at}":${piece}`).join()}}}`,
  (pieces) => `{${Array.from(pieces, (piece, at) => `"${NAMES[at % NAMES.length]}":${piece}`).join()}}`,
  (pieces) => `"${Array.from(pieces, (piece) => piece.replaceAll(/["\\]/g, 'x')).join(' ')}"`,
];

function jsonRequest(random: Random, document: Document): Sizable {
  const pool = Array.from({ length: 1 + random.below(4) }, () => pieceOf(random, document));
  const shape = random.pick(shapes);
  // Items that differ only at their end take long to compare.
  const isNumbered = random.oneIn(4);
  const numbered = (at: number) => `[${pool[at % pool.length]},${isNumbered ? at : 0}]`;
  const piece = (at: number) => (isNumbered ? numbered(at) : (pool[at % pool.length] ?? '0'));
  return {
    name: 'a JSON body',
    make: (size) => ({
      method: 'POST',
      target: '/',
      headers: { 'Content-Type': 'application/json' },
      body: shape(pieces(size, piece)),
    }),
  };
}

/** The most characters of a piece: a value of a schema may have megabytes. */
const MAX_PIECE = 16_384;

function pieceOf(random: Random, document: Document): string {
  let piece = random.oneIn(2) ? random.text(leaves) : JSON.stringify(sampleOf(random, document));
  if (piece.length > MAX_PIECE) piece = random.text(leaves);
  const levels = random.oneIn(3) ? random.below(50) : 0;
  for (let level = 0; level < levels; level++)
    piece = random.oneIn(2) ? `[${piece}]` : `{"${random.pick(NAMES)}":${piece}}`;
  return piece;
}

function* pieces(size: number, piece: (at: number) => string): Iterable<string> {
  let left = size;
  for (let at = 0; left > 0; at++) {
    const made = piece(at);
    // A piece may be longer than what is left, and still is not cut: it would be no JSON.
    left -= made.length + 1;
    yield made;
  }
}

/** Names of fields and parameters, as flat and nested objects have them. */
const fieldNames = [
  'a',
  'b',
  'c',
  'd',
  'a[]',
  'a[a]',
  'a[b][c]',
  'b[0]',
  'c.a',
  'x',
  '%61',
  '__proto__',
  'a['.repeat(30),
];
const fieldValues = [
  '',
  '1',
  'x',
  'p',
  'a|b|c',
  'a%20b',
  '1,2,3',
  'a,1,b,2',
  '{"a":1}',
  '[1]',
  '%00',
  'x'.repeat(300),
];

function pairsOf(random: Random): (size: number) => readonly (readonly [string, string])[] {
  const pool = Array.from({ length: 1 + random.below(4) }, () => [
    random.text(fieldNames),
    random.oneIn(4) ? random.text(fieldValues).repeat(20) : random.text(fieldValues),
  ]);
  const isNumbered = random.oneIn(3);
  return (size) => {
    const made: [string, string][] = [];
    for (let left = size; left > 0; ) {
      const [name = '', value = ''] = pool[made.length % pool.length] ?? [];
      const pair: [string, string] = [isNumbered ? `${name}${made.length}` : name, value];
      made.push(pair);
      left -= pair.join().length + 1;
    }
    return made;
  };
}

function formRequest(random: Random): Sizable {
  const pairs = pairsOf(random);
  return {
    name: 'a form',
    make: (size) => ({
      method: 'POST',
      target: '/form',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: pairs(size)
        .map((pair) => pair.join('='))
        .join('&'),
    }),
  };
}

function multipartRequest(random: Random): Sizable {
  const pairs = pairsOf(random);
  const extra = random.pick(['', '\r\nContent-Type: application/json', '"; filename="f']);
  const part = ([name, value]: readonly [string, string]) => {
    const rest = extra.startsWith('"') ? `${extra}"` : `"${extra}`;
    return `--b\r\nContent-Disposition: form-data; name="${name}${rest}\r\n\r\n${value}\r\n`;
  };
  return {
    name: 'a form of parts',
    make: (size) => {
      const all = pairs(size).map(part).join('').slice(0, size);
      const end = all.lastIndexOf('--b\r\n');
      return {
        method: 'POST',
        target: '/form',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: `${all.slice(0, end)}--b--\r\n`,
      };
    },
  };
}

/** Makes a request whose head is large: its target, headers and cookies. */
export function headRequest(random: Random): Sizable {
  const [path, query, cookies] = [pairsOf(random), pairsOf(random), pairsOf(random)];
  const join = (pairs: readonly (readonly string[])[], by: string) =>
    pairs.map((pair) => pair.join('=')).join(by);
  return {
    name: 'a request without a body',
    make: (size) => {
      const segment = encodeURIComponent(join(path(size / 8), ';')).slice(0, size / 4);
      const header = join(query(size / 4), ',').replaceAll(/[^!-~]/g, '');
      return {
        method: 'GET',
        target: `/query/${segment.replace(/%[^%]?$/, '')}?${join(query(size / 2), '&').replaceAll(/[{}"|]/g, '')}`,
        headers: { a: header, b: header, Cookie: join(cookies(size / 2), '; ') },
      };
    },
  };
}

const DEEPEST = 12;

/** Makes a value that fits a model of a document, more or less: what rarely matters is left out. */
function sampleOf(random: Random, document: Document): unknown {
  const models = Object.values(document.components.schemas);
  return sample(models[random.below(models.length)] ?? {}, 0);

  function sample(given: unknown, levels: number): unknown {
    const schema: Schema = Object(given);
    const next = (inner: unknown) => sample(inner, levels + 1);
    const { $ref, anyOf, oneOf, allOf, properties, additionalProperties, items, prefixItems } = schema;
    if (typeof $ref === 'string')
      return next(document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]);
    if (levels > DEEPEST || random.oneIn(40)) return random.pick([null, 1, 'x', {}, []]);
    const members = [anyOf, oneOf].find(Array.isArray);
    if (members) return next(members[random.below(members.length)]);
    if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(next).map(Object));
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[random.below(schema.enum.length)];
    if (properties || additionalProperties || schema.type === 'object') {
      const declared = Object.entries(Object(properties)).filter(() => !random.oneIn(4));
      const others = additionalProperties ? ['x', 'y'].map((name) => [name, next(additionalProperties)]) : [];
      return Object.fromEntries([...declared.map(([name, inner]) => [name, next(inner)]), ...others]);
    }
    if (Array.isArray(prefixItems)) return prefixItems.map(next);
    if (schema.type === 'array')
      return Array.from({ length: 1 + random.below(3) }, () => next(items ?? schema.contains));
    return scalar(schema);
  }

  function scalar({ type, pattern, format }: Schema): unknown {
    if (format === 'uuid') return '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';
    if (format === 'date-time') return '2026-11-22T10:20:30.5+01:00';
    if (pattern !== undefined) return `${'ab'.repeat(random.below(200))}c`;
    if (type === 'integer' || type === 'number') return 6 + random.below(1000) * 3;
    if (type === 'boolean') return true;
    return type === 'null' ? null : 'abcdef'.repeat(1 + random.below(20));
  }
}
