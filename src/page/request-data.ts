import { requestJson } from '../cases/case.ts';
import { operationsOf } from '../cases/cases.ts';
import { acceptedInSteps, textParts } from '../cases/changes.ts';
import { assemble, type Parts, partsOf, placeOfPart } from '../cases/request.ts';
import type { Operation, Subject } from '../cases/subject.ts';
import type { JsonSchema } from '../fields/field.ts';
import { essenceOf } from '../http/media.ts';
import type { Steps } from '../text/turns.ts';
import type { FieldData, Operation as OperationData } from './browser/case.ts';
import {
  CERTIFICATE,
  type Description,
  type Example,
  type Media,
  membersOf,
  type Named,
  textIn,
  valuesOf,
} from './description.ts';
import type { Entry } from './endpoints.ts';
import { jsonOf } from './html.ts';
import { firstSentence, plainText } from './markdown.ts';

/** Writes the data of endpoints. */
export function requestDataWriter(
  subject: () => Subject,
  description: Description,
): (entry: Entry) => Steps<string> {
  return function* ({ name, endpoint }) {
    const described = description.operation(endpoint);
    const operation = operationsOf(subject()).get(name)?.operation;
    const { method, path, summary } = endpoint;
    // A page takes nothing.
    const requests: Made[] = operation
      ? yield* validRequests(operation, described, description)
      : [{ title: 'Valid request', request: { method, target: path, headers: {} } }];
    const data: Omit<OperationData, 'name'> = {
      method,
      path,
      summary: plainText(summary),
      isChecked: operation !== undefined,
      requests: requests.map((each, at) => ({ id: `${name}/${at === 0 ? '' : `request-${at}`}`, ...each })),
      fields: yield* fieldsOf(described, description, requests[0]?.request.headers['Content-Type']),
      secrets: yield* secretsOf(described, description),
      security: description
        .list(described.security ?? description.document.security)
        .slice(0, MAX_FIELDS)
        .map((way) =>
          description
            .requirement(way)
            .filter(({ scheme }) => scheme.type !== CERTIFICATE)
            .map(({ name }) => name),
        ),
    };
    return jsonOf(data);
  };
}

type Made = Omit<OperationData['requests'][number], 'id'>;

/** The limits on examples to choose from, and on the characters that they take. */
const MAX_EXAMPLES = 20;
const MAX_CHARACTERS = 1024 * 1024;

/** A valid request, the contract's examples of others, and the document's examples of bodies and parameters. */
function* validRequests(operation: Operation, described: JsonSchema, description: Description) {
  const { endpoint, subject } = operation;
  const base = yield* acceptedInSteps(operation);
  const made = (title: string, parts: Partial<Parts>): Made => ({
    title,
    request: requestJson(assemble(endpoint, { ...base, ...parts }, subject.basePath)),
  });
  const valid = made('Valid request', {});
  yield;
  const body = sentBody(described, description, valid.request.headers['Content-Type']);
  const others = function* (): Iterable<Made> {
    for (const example of endpoint.examples ?? [])
      if (example.status < 400) yield made(example.title, partsOf(example));
    for (const { title, value } of named(body?.examples)) yield made(title, { body: value });
    for (const given of description.list(described.parameters))
      for (const { title, value } of named(description.examples(given)))
        for (const part of textParts)
          if (placeOfPart[part] === given.in)
            yield made(title, { [part]: { ...base[part], [String(given.name)]: String(value) } });
  };
  const all = [valid];
  let left = MAX_CHARACTERS;
  for (const each of others()) {
    yield;
    const { length } = JSON.stringify(each);
    if (length > left) continue;
    left -= length;
    if (all.push(each) === MAX_EXAMPLES) break;
  }
  return all;
}

/** The first examples that have names. */
function* named(examples: Iterable<Example> = []) {
  for (const { title, value } of examples) {
    if (title === undefined) return;
    yield { title, value };
  }
}

/** The body that a valid request has, or else that in JSON. */
function sentBody(described: JsonSchema, description: Description, sentType = ''): Media | undefined {
  const all = description.media(description.record(described, 'requestBody'));
  return (
    all.find(({ type }) => essenceOf(type) === essenceOf(sentType)) ??
    all.find(({ type }) => JSON_TYPE.test(type))
  );
}

/** The limit on fields of a form; the text of the request has the others. */
const MAX_FIELDS = 60;

function* fieldsOf(described: JsonSchema, description: Description, sentType?: string): Steps<FieldData[]> {
  const sent = sentBody(described, description, sentType);
  const isForm = sent?.type.startsWith('multipart/') === true;
  const fields: FieldData[] = [];
  for (const named of namedIn(described, [sent], description)) {
    if (fields.length === MAX_FIELDS) return fields;
    yield;
    const { part } = named;
    if (part === 'cookie' || (part === undefined && named.name.includes('.'))) continue;
    const schema = { ...description.read(named.schema), ...named.beside };
    if (part === undefined && schema.readOnly === true) continue;
    const kind = isForm && part === undefined && fileKind(schema, description);
    fields.push({ ...fieldOf(named, single(schema, description)), ...kind });
  }
  return [...fields, ...(sent ? [] : bodyFile(described, description))];
}

/** The parameters, and then the properties of these bodies. */
function* namedIn(
  described: JsonSchema,
  bodies: readonly (Media | undefined)[],
  description: Description,
): Iterable<Named> {
  yield* description.parameters(described);
  for (const body of bodies) yield* description.properties(description.read(body?.schema));
}

/** What a field of a multipart form is if it takes a file or several. */
function fileKind(schema: JsonSchema, description: Description): Partial<FieldData> | false {
  if (isFile(schema)) return { kind: 'file' };
  return isFile(description.read(schema.items)) && { kind: 'file', isSeveral: true };
}

function isFile({ format, contentMediaType }: JsonSchema): boolean {
  return format === 'binary' || contentMediaType !== undefined;
}

/** The field for a body that is a file: one that a schema calls so, or of which nothing is said but its media type. */
function bodyFile(described: JsonSchema, description: Description): FieldData[] {
  const body = description.record(described, 'requestBody');
  const hasFile = description.media(body).some(({ type, schema }) => {
    const read = description.read(schema);
    return isFile(read) || (Object.keys(read).length === 0 && !type.startsWith('text/'));
  });
  return hasFile ? [{ place: 'body', name: 'file', isRequired: body.required === true, kind: 'file' }] : [];
}

const SECRET_NAME = /passw|secret|token|api_?key/i;

/** The places of the values that are secret by their format or their name. */
function* secretsOf(described: JsonSchema, description: Description): Steps<string[]> {
  const bodies = description.media(description.record(described, 'requestBody'));
  const places = new Set<string>();
  for (const named of namedIn(described, bodies, description)) {
    yield;
    const isSecret = SECRET_NAME.test(named.name) || description.follow(named.schema).format === 'password';
    if (isSecret) places.add(placeOf(named));
  }
  return [...places];
}

function placeOf({ part = 'body', name }: Named): string {
  return `${part}.${name}`;
}

const JSON_TYPE = /^(?:application\/(?:[\w.+-]*\+)?json|\*\/\*)\b/i;

function fieldOf(named: Named, schema: JsonSchema): FieldData {
  const about = textIn(schema, 'description');
  const options = optionsOf(schema);
  return {
    place: placeOf(named),
    name: named.name,
    isRequired: named.isRequired,
    kind: options ? 'choice' : kindOf(schema),
    ...(options && { options }),
    ...(about !== undefined && { about: firstSentence(about) }),
  };
}

/** The most values to choose from; any more can be typed. */
const MAX_OPTIONS = 2000;

function optionsOf(schema: JsonSchema): string[] | undefined {
  const values = valuesOf(schema, MAX_OPTIONS + 2).filter(({ value }) => value !== null);
  if (values.length > MAX_OPTIONS) return undefined;
  if (values.length > 0) return values.map(({ value }) => JSON.stringify(value));
  return schema.type === 'boolean' ? ['true', 'false'] : undefined;
}

function kindOf({ type, format }: JsonSchema): FieldData['kind'] {
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'string' || format === 'binary') return 'json';
  return format === 'date' ? 'date' : 'text';
}

/** The schema of a value that may also be null, without null, and with what is said of both. */
function single(schema: JsonSchema, description: Description): JsonSchema {
  const { type } = schema;
  if (Array.isArray(type)) return { ...schema, type: type.find((each) => each !== 'null') };
  if (valuesOf(schema).length > 0) return schema;
  const first = membersOf(schema).find((each) => description.read(each).type !== 'null');
  return { ...description.read(first), ...schema };
}
