import { follow, isObject, type Json, sample } from './_sample.ts';

/** Requests that vary every part of the input of each operation of a document. */

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
}

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, readonly string[]>>;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly type?: string;
  readonly body?: Json;
  readonly form?: Readonly<Record<string, readonly string[]>>;
  readonly files?: readonly string[];
}

const absent = Symbol('absent');

const odd: readonly Json[] = [
  ...[
    absent,
    null,
    true,
    false,
    '',
    ' ',
    'x',
    'text that is longer than most',
    '5',
    ' 5 ',
    '1.5',
    'true',
    'no',
  ],
  ...[0, 1, -1, 2, 5, 7, 9, 10, 1.5, 0.5, 100, 101, 1001, 10001, 1e300, 2 ** 53, -(2 ** 31)],
  ...[[], {}, [null], ['x'], [1, 2], [1, 2, 3, 4], ['a', 'a'], { a: 1 }, { a: 'x', b: null }, [[1]], [{}]],
  ...[
    '2026-11-22',
    '2026-02-30',
    '2026-11-22T10:00:00',
    '2026-11-22T00:00:00Z',
    '10:00',
    'P1D',
    '1e3',
    'nan',
  ],
  ...[
    '6f1d3c529a574b0e8d4c2f7e0a9b1c3d',
    'ada@example',
    'ftp://example.com',
    'http://example.com',
    '1.2.3.4',
  ],
  ...[
    'red',
    'cat',
    'lion',
    'bird',
    'fish',
    'card',
    'cash',
    'transfer',
    'DE',
    'name',
    'auto',
    'é',
    '💌',
    '12345',
  ],
];

const oddTexts: readonly (readonly string[])[] = [
  ...[[], [''], [' '], ['x'], ['xyz'], ['text that is longer than most'], ['5'], [' 5 '], ['1.5'], ['true']],
  ...[['no'], ['0'], ['1'], ['-1'], ['2'], ['7'], ['100'], ['101'], ['1000'], ['1001'], ['0.5'], ['1e3']],
  ...[['nan'], ['inf'], ['null'], ['[]'], ['2026-11-22'], ['2026-02-30'], ['2026-11-22T10:00:00'], ['10:00']],
  ...[
    ['P1D'],
    ['1', 'x'],
    ['1', '2'],
    ['a', 'b', 'c', 'd'],
    ['red'],
    ['RED'],
    ['price'],
    ['dark'],
    ['updated'],
  ],
  ...[['6f1d3c529a574b0e8d4c2f7e0a9b1c3d'], ['9007199254740993'], ['1_000'], ['é'], ['1,2'], ['5.0']],
];

const malformed: readonly string[] = [
  ...['', ' ', '{', '}', '[', '[1', '[1,', '[1,]', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}'],
  ...["{'a':1}", '{"a":01}', '{"a":1 "b":2}', '{"a" 1}', '"abc', '"\\x"', '"\\u12"', '"a\nb"', 'nul', 'NaN'],
  ...[
    '[NaN]',
    '{"a":-}',
    '{"a":.5}',
    '{"a":1.}',
    '1 2',
    '{"é":💌}',
    'true',
    '1',
    '"text"',
    '[]',
    'null',
    '{}',
  ],
  '{"__proto__":1,"constructor":2}',
];

/** The maximum for an operation; of more, only every nth request is taken. */
const MAX_PER_OPERATION = 1000;

export function requestsOf(document: Json): ServiceRequest[] {
  const { paths } = follow(document, document);
  const own = ownValues(document);
  const all: ServiceRequest[] = [];
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {}))
    for (const [method, operation] of Object.entries(isObject(item) ? item : {}))
      if (isObject(operation)) {
        const bases = [0, 1, 2].map((kind) => baseOf(document, { path, method, operation, kind }));
        all.push(...thinned(bases.flatMap((base) => changed(base, own)).map(assemble)));
      }
  return all;
}

function thinned(requests: readonly ServiceRequest[]): ServiceRequest[] {
  const known = new Map(requests.map((request) => [JSON.stringify(request), request]));
  const step = Math.ceil(known.size / MAX_PER_OPERATION);
  return [...known.values()].filter((_, at) => at % step === 0);
}

/** The values of `const` and `enum` in the document. */
function ownValues(value: Json): readonly (string | number)[] {
  const found = new Set<string | number>();
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next);
    if (!isObject(next)) continue;
    for (const each of [next.const, ...(Array.isArray(next.enum) ? next.enum : [])])
      if (typeof each === 'string' || typeof each === 'number') found.add(each);
    open.push(...Object.values(next).filter((each) => typeof each === 'object' && each !== null));
  }
  return [...found].sort();
}

interface Source {
  readonly path: string;
  readonly method: string;
  readonly operation: Readonly<Record<string, unknown>>;
  /** The index of the sample. */
  readonly kind: number;
}

function baseOf(document: Json, { path, method, operation, kind }: Source): Parts {
  const making = { depth: 0, kind };
  const params: Record<string, string[]> = {};
  const headers: Record<string, string[]> = {};
  for (const each of Array.isArray(operation.parameters) ? operation.parameters : []) {
    const { name, in: part, schema } = follow(document, each);
    const value = sample(document, schema, making);
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (part === 'query') params[String(name)] = values;
    else if (part === 'path') params[`{${String(name)}}`] = values;
    else headers[part === 'cookie' ? `cookie ${String(name)}` : String(name)] = values;
  }
  for (const requirement of Array.isArray(operation.security) ? operation.security : [])
    for (const name of Object.keys(isObject(requirement) ? requirement : {}))
      Object.assign(headers, credential(document, name));
  const content = follow(document, operation.requestBody).content;
  const [type] = Object.keys(isObject(content) ? content : {});
  const base = { method: method.toUpperCase(), path, params, headers };
  if (type === undefined || !isObject(content)) return base;
  const { schema } = follow(document, content[type]);
  const value = sample(document, schema, making);
  if (type === 'application/json') return { ...base, type, body: value };
  const form = Object.entries(isObject(value) ? value : {}).map(([name, each]) => [
    name,
    [each].flat().map(String),
  ]);
  return { ...base, type, form: Object.fromEntries(form), files: filesIn(document, schema) };
}

/** The fields of a form that are files. */
function filesIn(document: Json, schema: unknown): readonly string[] {
  const { properties } = follow(document, schema);
  return Object.entries(isObject(properties) ? properties : {})
    .filter(([, part]) => /"contentMediaType"|"binary"/.test(JSON.stringify(part)))
    .map(([name]) => name);
}

function credential(document: Json, name: string): Record<string, string[]> {
  const { components } = follow(document, document);
  const schemes =
    isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {};
  const scheme = follow(document, schemes[name]);
  if (scheme.type === 'apiKey') return { [String(scheme.name)]: ['key'] };
  return { authorization: [scheme.scheme === 'basic' ? 'Basic YTpi' : 'Bearer token'] };
}

function changed(base: Parts, own: readonly (string | number)[]): Parts[] {
  const texts = [...oddTexts, ...own.map((each) => [String(each)])];
  const { params, headers, form, body, type } = base;
  const all: Parts[] = [base];
  for (const name of Object.keys(params))
    for (const values of texts)
      if (!name.startsWith('{') || (values.length === 1 && values[0] !== ''))
        all.push({ ...base, params: { ...params, [name]: values } });
  for (const name of Object.keys(headers))
    for (const values of [
      ...oddTexts.slice(0, 12),
      ['Bearer '],
      ['bearer x'],
      ['Basic x'],
      ['Basic YTpi'],
      ['dark'],
    ])
      all.push({
        ...base,
        headers: { ...headers, [name]: values.map((each) => each.replace(/[^ -~]/g, '').trim()) },
      });
  for (const name of Object.keys(form ?? {}))
    for (const values of texts) all.push({ ...base, form: { ...form, [name]: values } });
  if (form)
    all.push(
      { ...base, form: {} },
      { ...base, form: { ...form, other: ['1'] } },
      { ...base, type: 'text/plain' },
    );
  if (type !== 'application/json') return all;
  for (const where of placesIn(body))
    for (const value of [...odd, ...own]) all.push({ ...base, body: replaced(body, where, value) });
  for (const where of placesIn(body))
    if (isObject(at(body, where)) && !Object.hasOwn(at(body, where) as object, 'other'))
      all.push({ ...base, body: replaced(body, [...where, 'other'], 1) });
  for (const text of malformed) all.push({ ...base, body: new Raw(text) });
  for (const other of [
    'text/plain',
    'application/problem+json',
    'APPLICATION/JSON; charset=utf-8',
    'application/jsonx',
    '',
  ])
    all.push({ ...base, type: other });
  return all;
}

class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Place = readonly (string | number)[];

function placesIn(value: Json, place: Place = []): Place[] {
  const names = Array.isArray(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  return [place, ...names.flatMap((name) => placesIn(at(value, [name]), [...place, name]))];
}

function at(value: Json, place: Place): Json {
  return place.reduce<unknown>((each, name) => (each as Record<string | number, unknown>)[name], value);
}

function replaced(value: Json, [name, ...rest]: Place, by: Json): Json {
  if (name === undefined) return by === absent ? new Raw('') : by;
  if (Array.isArray(value)) {
    const items = [...value];
    if (rest.length === 0 && by === absent) items.splice(Number(name), 1);
    else items[Number(name)] = replaced(value[Number(name)], rest, by);
    return items;
  }
  const entries = Object.entries(isObject(value) ? value : {}).filter(
    ([key]) => key !== name || rest.length > 0 || by !== absent,
  );
  const own = isObject(value) ? value[String(name)] : undefined;
  if (rest.length === 0 && by === absent) return Object.fromEntries(entries);
  return Object.fromEntries([...entries.filter(([key]) => key !== name), [name, replaced(own, rest, by)]]);
}

function assemble({ method, path, params, headers, type, body, form, files }: Parts): ServiceRequest {
  let target = path;
  const pairs: string[] = [];
  for (const [name, values] of Object.entries(params))
    if (name.startsWith('{')) target = target.replace(name, encodeURIComponent(values[0] ?? ''));
    else pairs.push(...values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`));
  const cookies: string[] = [];
  const lines: [string, string][] = [];
  for (const [name, values] of Object.entries(headers))
    if (name.startsWith('cookie '))
      cookies.push(...values.map((value) => `${name.slice('cookie '.length)}=${value}`));
    else lines.push(...values.map((value): [string, string] => [name, value]));
  if (cookies.length > 0) lines.push(['cookie', cookies.join('; ')]);
  const sent = form ? formText(type, form, files ?? []) : jsonText(body);
  const contentType = type === 'multipart/form-data' ? 'multipart/form-data; boundary=b' : type;
  if (contentType) lines.push(['content-type', contentType]);
  return {
    method,
    path: target + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
    headers: lines,
    ...(sent !== undefined && { body: sent }),
  };
}

function jsonText(body: Json): string | undefined {
  if (body instanceof Raw) return body.text;
  return body === undefined ? undefined : JSON.stringify(body);
}

function formText(
  type: string | undefined,
  form: NonNullable<Parts['form']>,
  files: readonly string[],
): string {
  const pairs = Object.entries(form).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  if (type !== 'multipart/form-data') return new URLSearchParams(pairs).toString();
  const parts = pairs.map(([name, value]) => {
    const file = files.includes(name) && value !== 'x' ? '; filename="a.txt"' : '';
    return `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--b--\r\n`;
}
