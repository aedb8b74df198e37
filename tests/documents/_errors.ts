import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Case } from '../../src/cases/case.ts';
import { casesOf } from '../../src/cases/cases.ts';
import { fieldErrors } from '../../src/client/index.ts';
import { isJson } from '../../src/documents/schema.ts';
import { pathOf as asRead } from '../../src/errors/bodies/path.ts';
import type { Issue } from '../../src/errors/issue.ts';
import { documents, read, type Served, send, serve, sizeOf } from './_documents.ts';

/** The errors with which the operations of documents answer, held against what each declares. */

/** The result for one invalid request. */
export interface Verdict {
  readonly document: string;
  readonly operation: string;
  readonly status: number;
  readonly body: string;
  /** What is wrong with the reply by the schema that is declared for it; undefined if nothing is declared that could be checked. */
  readonly mistake: string | undefined;
  /** True if it is not in the format of FastAPI. */
  readonly isOwn: boolean;
  /** True if a schema is declared for it. */
  readonly isChecked: boolean;
  /** The fields that are named as wrong, but are right. */
  readonly wrongFields: readonly string[];
  /** True if one of the invalid values is named, or all there is to be said is. */
  readonly isNamed: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** The first document of each maker that is not too large, of every nth maker. */
export function documentsOfMakers(each: number): readonly string[] {
  const byMaker = new Map<string, string>();
  for (const name of documents(1)) {
    const maker = (name.split('/')[0] ?? '').replace(/\.json$/, '');
    if (!byMaker.has(maker) && sizeOf(name) < MAX_SIZE) byMaker.set(maker, name);
  }
  return [...byMaker.values()].filter((_, at) => at % each === 0);
}

const MAX_SIZE = 500_000;

/** Sends each operation of a document one invalid request, if it declares errors of its own for that. */
export function verdictsOf(name: string, most = 10): readonly Verdict[] {
  const served = serve(name);
  const validators = validatorsOf(asJsonSchema(read(name)) as Json);
  const found: Verdict[] = [];
  for (const operation of Object.keys(served.app.contract.endpoints)) {
    const refused = firstRefused(served, operation);
    if (found.length === most) break;
    const verdict = refused && verdictOf(name, refused, served, validators);
    if (verdict) found.push(verdict);
  }
  return found;
}

/** The cases to search for one with an invalid value. */
const MAX_CASES = 50;

function firstRefused({ subject }: Served, operation: string): Case | undefined {
  let left = MAX_CASES;
  for (const each of casesOf(subject, operation)) {
    if (each.kind === 'refused' && subject.inject(each.request)?.issues) return each;
    if (--left === 0) return undefined;
  }
  return undefined;
}

function verdictOf(
  document: string,
  refused: Case,
  served: Served,
  validators: Validators,
): Verdict | undefined {
  const { status, headers, body, issues } = send(served, refused);
  const endpoint = served.app.contract.endpoints[refused.operation ?? ''];
  if (!endpoint) return undefined;
  const [, type = ''] = /^Content-Type: ([^\r]*)/m.exec(headers) ?? [];
  const declared = validators(endpoint.path, endpoint.method, status, type);
  if (declared === undefined) return undefined;
  const value = isJson(type) ? (JSON.parse(body) as unknown) : body;
  const mistake =
    typeof declared === 'string'
      ? declared
      : declared === true || declared(value)
        ? undefined
        : JSON.stringify(declared.errors?.slice(0, 2));
  const paths = (issues?.all ?? []).map(pathOf);
  const named = Object.keys(fieldErrors(value)).filter((path) => path !== '');
  const isTrue = (path: string) => paths.some((each) => isSame(each, path));
  return {
    document,
    operation: refused.operation ?? '',
    status,
    body,
    mistake,
    isOwn: !body.startsWith('{"detail":[{"type"'),
    isChecked: typeof declared === 'function',
    wrongFields: named.filter((path) => !isTrue(path)),
    isNamed: named.some(isTrue),
  };
}

/** The path of a value as the reader writes it. */
function pathOf({ source }: Issue): string {
  return asRead(source.slice(1).join('.'));
}

/** JSON:API leaves out what is around attributes, and so does the reader. */
function isSame(path: string, named: string): boolean {
  return path === named || path.endsWith(`.${named}`);
}

/** Finds the check of a reply: true if no body is declared, a text if the declared type is not sent, undefined if no error is declared. */
type Validators = (
  path: string,
  method: string,
  status: number,
  type: string,
) => ValidateFunction | string | true | undefined;

function validatorsOf(document: Json): Validators {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    unicodeRegExp: false,
    logger: false,
    validateFormats: false,
  });
  ajv.addSchema({ $id: 'document', ...document });
  const follow = (pointer: string): [string, Json] => {
    let at = pointer;
    for (let step = 0; step < 10; step++) {
      const value = valueAt(document, at);
      if (typeof value.$ref !== 'string' || !value.$ref.startsWith('#')) return [at, value];
      at = decodeURIComponent(value.$ref.slice(1));
    }
    return [at, {}];
  };
  return (path, method, status, type) => {
    const written = Object.keys(document.paths as Json).find((each) => encoded(each) === path) ?? path;
    const [itemAt] = follow(`/paths/${escaped(written)}`);
    const [responsesAt, responses] = follow(`${itemAt}/${method.toLowerCase()}/responses`);
    const keys = [String(status), `${String(status).slice(0, 1)}XX`, 'default'];
    const key = keys.find((each) => responses[each] !== undefined);
    if (key === undefined) return undefined;
    const [at, response] = follow(`${responsesAt}/${key}`);
    const content = (response.content ?? {}) as Json;
    const types = Object.keys(content);
    if (types.length === 0) return type === '' ? true : `a body of ${type}`;
    const sent = types.find((each) => each === type) ?? types.find((each) => each.includes('*'));
    if (sent === undefined) return `the type ${type}`;
    if (!isJson(sent) || (content[sent] as Json).schema === undefined) return true;
    const pointer = `${at}/content/${escaped(sent)}/schema`;
    return ajv.compile({ $ref: `document#${pointer.split('/').map(encodeURIComponent).join('/')}` });
  };
}

function encoded(path: string): string {
  return path.replace(/[^!-~]/gu, (character) => encodeURIComponent(character));
}

function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function valueAt(document: Json, pointer: string): Json {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1))
    value = Object(value)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  return Object(value);
}

/** Rewrites a document of OpenAPI 3.0 in JSON Schema. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') return { $ref: value.$ref };
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...others }: Record<string, unknown> = { ...value };
  const made: Record<string, unknown> = Object.fromEntries(
    Object.entries(others).map(([name, each]) => [name, asJsonSchema(each)]),
  );
  if (nullable === true && typeof made.type === 'string') made.type = [made.type, 'null'];
  else if (nullable !== undefined && typeof nullable !== 'boolean') made.nullable = asJsonSchema(nullable);
  for (const [name, bound, plain] of [
    ['exclusiveMinimum', exclusiveMinimum, 'minimum'],
    ['exclusiveMaximum', exclusiveMaximum, 'maximum'],
  ] as const) {
    if (bound === true) {
      made[name] = made[plain];
      delete made[plain];
    } else if (bound !== false && bound !== undefined) made[name] = bound;
  }
  return made;
}
