import type { CaseRequest } from '../cases/case.ts';
import { requestJson } from '../cases/case.ts';
import { operationsOf } from '../cases/cases.ts';
import { acceptedRequest } from '../cases/changes.ts';
import { assemble, partsOf } from '../cases/request.ts';
import type { Operation, Subject } from '../cases/subject.ts';
import type { JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { once } from '../text/memo.ts';
import type { FieldData, Operation as OperationData } from './browser/case.ts';
import { type Description, textIn } from './description.ts';
import type { Entry } from './endpoints.ts';
import { plainText } from './markdown.ts';

/** Writes the data of endpoints. */
export function requestDataWriter(
  subject: () => Subject,
  description: Description,
): (entry: Entry) => string {
  const operations = once(
    () => new Map(operationsOf(subject()).map(({ operation }) => [operation.name, operation])),
  );
  return ({ name, endpoint }) => {
    const described = description.operation(endpoint);
    const operation = operations().get(name);
    const { method, path, summary } = endpoint;
    const requests = operation
      ? validRequests(operation, described, description)
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
function validRequests(
  operation: Operation,
  described: JsonSchema,
  description: Description,
): OperationData['requests'] {
  const { endpoint, subject } = operation;
  const base = acceptedRequest(operation);
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
function namedBodies(described: JsonSchema, description: Description): { title: string; value: unknown }[] {
  const [media] = Object.values(description.record(description.record(described, 'requestBody'), 'content'));
  const examples = isRecord(media) && isRecord(media.examples) ? Object.entries(media.examples) : [];
  return examples.flatMap(([name, each]) => {
    const example = description.follow(each);
    return 'value' in example ? [{ title: textIn(example, 'summary') ?? name, value: example.value }] : [];
  });
}

/** The limit on fields of a form; the text of the request has the others. */
const MAX_FIELDS = 60;

function fieldsOf(described: JsonSchema, description: Description, sentType = ''): FieldData[] {
  const parameters = description
    .list(described.parameters)
    .filter(({ in: part }) => part !== 'cookie')
    .map(({ name, in: part, required, schema, description: about }) =>
      fieldOf(
        `${part}.${name}`,
        String(name),
        { ...description.read(schema), ...(about !== undefined && { description: about }) },
        required === true,
      ),
    );
  return [...parameters, ...bodyFields(described, description, sentType)].slice(0, MAX_FIELDS);
}

/** The properties of a JSON body or the fields of a form, whichever is sent. */
function bodyFields(described: JsonSchema, description: Description, sentType: string): FieldData[] {
  const wanted = FORM_TYPE.test(sentType) ? FORM_TYPE : JSON_TYPE;
  const media = bodiesOf(described, description).find(({ type }) => wanted.test(type));
  const { properties, required } = media ? description.read(media.schema) : {};
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) => {
    const schema = description.read(property);
    if (schema.readOnly === true || name.includes('.')) return [];
    return [fieldOf(`body.${name}`, name, schema, needed.includes(name))];
  });
}

/** The bodies that an operation takes, by media type. */
function bodiesOf(described: JsonSchema, description: Description): { type: string; schema: unknown }[] {
  const content = description.record(description.record(described, 'requestBody'), 'content');
  return Object.entries(content).map(([type, media]) => ({
    type,
    schema: description.follow(media).schema,
  }));
}

const SECRET_NAME = /passw|secret|token|api_?key/i;

/** The places of the properties that are secret by their format or their name. */
function secretsOf(described: JsonSchema, description: Description): string[] {
  const names = bodiesOf(described, description).flatMap(({ schema }) => {
    const { properties } = description.read(schema);
    const all = Object.entries(isRecord(properties) ? properties : {});
    return all.filter(
      ([name, each]) => SECRET_NAME.test(name) || description.follow(each).format === 'password',
    );
  });
  const parameters = description
    .list(described.parameters)
    .filter(({ name }) => SECRET_NAME.test(String(name)));
  return [
    ...parameters.map(({ in: part, name }) => `${part}.${name}`),
    ...new Set(names.map(([name]) => `body.${name}`)),
  ];
}

const JSON_TYPE = /^(?:application\/(?:[\w.+-]*\+)?json|\*\/\*)\b/i;
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
function fieldOf(place: string, name: string, schema: JsonSchema, isRequired: boolean): FieldData {
  const about = textIn(schema, 'description');
  const options = optionsOf(schema);
  return {
    place,
    name,
    isRequired,
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
