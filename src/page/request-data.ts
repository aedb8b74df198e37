import type { CaseRequest } from '../cases/case.ts';
import { requestJson } from '../cases/case.ts';
import { operationsOf } from '../cases/cases.ts';
import { acceptedInSteps } from '../cases/changes.ts';
import { assemble, partsOf } from '../cases/request.ts';
import type { Operation, Subject } from '../cases/subject.ts';
import type { JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { once } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import type { FieldData, Operation as OperationData } from './browser/case.ts';
import { type Description, type Named, textIn } from './description.ts';
import type { Entry } from './endpoints.ts';
import { plainText } from './markdown.ts';

/** Writes the data of endpoints. */
export function requestDataWriter(
  subject: () => Subject,
  description: Description,
): (entry: Entry) => Steps<string> {
  const operations = once(
    () => new Map(operationsOf(subject()).map(({ operation }) => [operation.name, operation])),
  );
  return function* ({ name, endpoint }) {
    const described = description.operation(endpoint);
    const operation = operations().get(name);
    const { method, path, summary } = endpoint;
    const requests = operation
      ? yield* validRequests(operation, described, description)
      : [plainRequest(method, path)];
    const data: Omit<OperationData, 'name'> = {
      method,
      path,
      summary: plainText(summary),
      isChecked: operation !== undefined,
      requests,
      fields: fieldsOf(described, description, requests[0]?.request.headers['Content-Type']),
      secrets: secretsOf(described, description),
      security: description.requirements(described).map((names) => names.map(({ name }) => name)),
    };
    return JSON.stringify(data);
  };
}

/** The request of a page, which takes nothing. */
function plainRequest(method: string, path: string): OperationData['requests'][number] {
  return { title: 'Valid request', request: { method, target: path, headers: {} } };
}

/** The limit on examples to choose from. */
const MAX_EXAMPLES = 20;

/** A valid request, the contract's examples of others, and the document's examples of bodies. */
function* validRequests(
  operation: Operation,
  described: JsonSchema,
  description: Description,
): Steps<OperationData['requests']> {
  const { endpoint, subject } = operation;
  const base = yield* acceptedInSteps(operation);
  const written = (request: CaseRequest) => requestJson(request);
  const ofContract = (endpoint.examples ?? [])
    .filter(({ status }) => status < 400)
    .map((example) => ({
      title: example.title,
      request: assemble(endpoint, partsOf(example), subject.basePath),
    }));
  const ofDocument = namedBodies(described, description).map(({ title, value }) => ({
    title,
    request: assemble(endpoint, { ...base, body: value }, subject.basePath),
  }));
  const valid = { title: 'Valid request', request: assemble(endpoint, base, subject.basePath) };
  return [valid, ...ofContract, ...ofDocument]
    .slice(0, MAX_EXAMPLES)
    .map(({ title, request }) => ({ title, request: written(request) }));
}

/** The examples of a body that have names. */
function namedBodies(described: JsonSchema, description: Description) {
  const [media] = description.media(description.record(described, 'requestBody'));
  return media?.examples.flatMap(({ title, value }) => (title === undefined ? [] : { title, value })) ?? [];
}

/** The limit on fields of a form; the text of the request has the others. */
const MAX_FIELDS = 60;

function fieldsOf(described: JsonSchema, description: Description, sentType = ''): FieldData[] {
  const wanted = FORM_TYPE.test(sentType) ? FORM_TYPE : JSON_TYPE;
  const properties = propertiesOf(described, description, wanted).filter(({ name }) => !name.includes('.'));
  return [...description.parameters(described).filter(({ part }) => part !== 'cookie'), ...properties]
    .map((named) => ({ named, schema: { ...description.read(named.schema), ...named.beside } }))
    .filter(({ named, schema }) => named.part !== undefined || schema.readOnly !== true)
    .map(({ named, schema }) => fieldOf(named, schema))
    .slice(0, MAX_FIELDS);
}

/** The properties of the first body of a media type. */
function propertiesOf(described: JsonSchema, description: Description, wanted: RegExp): Named[] {
  const media = description.media(description.record(described, 'requestBody'));
  const found = media.find(({ type }) => wanted.test(type));
  return found ? description.properties(description.read(found.schema)) : [];
}

const SECRET_NAME = /passw|secret|token|api_?key/i;

/** The places of the values that are secret by their format or their name. */
function secretsOf(described: JsonSchema, description: Description): string[] {
  const bodies = description.media(description.record(described, 'requestBody'));
  const properties = bodies.flatMap(({ schema }) => description.properties(description.read(schema)));
  const isSecret = ({ name, schema }: Named) =>
    SECRET_NAME.test(name) || description.follow(schema).format === 'password';
  return [...new Set([...description.parameters(described), ...properties].filter(isSecret).map(placeOf))];
}

function placeOf({ part = 'body', name }: Named): string {
  return `${part}.${name}`;
}

const JSON_TYPE = /^(?:application\/(?:[\w.+-]*\+)?json|\*\/\*)\b/i;
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

function fieldOf(named: Named, schema: JsonSchema): FieldData {
  const about = textIn(schema, 'description');
  const options = optionsOf(schema);
  return {
    place: placeOf(named),
    name: named.name,
    isRequired: named.isRequired,
    kind: options ? 'choice' : kindOf(schema),
    ...(options && { options }),
    ...(about !== undefined && { about: firstSentence(plainText(about)) }),
  };
}

const MAX_ABOUT = 140;

function firstSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=\.) /);
  return sentence.length > MAX_ABOUT ? `${sentence.slice(0, MAX_ABOUT)}…` : sentence;
}

function optionsOf(schema: JsonSchema): string[] | undefined {
  const { type, enum: values } = single(schema);
  if (Array.isArray(values))
    return values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  return type === 'boolean' ? ['true', 'false'] : undefined;
}

function kindOf(schema: JsonSchema): FieldData['kind'] {
  const { type, format } = single(schema);
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'string' || format === 'binary') return 'json';
  return format === 'date' ? 'date' : 'text';
}

/** The schema of a value that may also be null, without null. */
function single(schema: JsonSchema): JsonSchema {
  const { type, anyOf, oneOf } = schema;
  if (Array.isArray(type)) return { ...schema, type: type.find((each) => each !== 'null') };
  const members = anyOf ?? oneOf;
  const [first] = Array.isArray(members)
    ? members.filter((each) => isRecord(each) && each.type !== 'null')
    : [];
  return isRecord(first) ? first : schema;
}
