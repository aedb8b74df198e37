import type { Case } from '../cases/case.ts';
import type { JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import type { SearchLine } from './browser/case.ts';
import { type Description, textIn } from './description.ts';
import type { Entry } from './endpoints.ts';
import { plainText } from './markdown.ts';

/** The limits on what is searched of one endpoint. */
const MAX_ABOUT = 400;
const MAX_DETAILS = 300;
const MAX_NAMES = 300;
const MAX_SCHEMAS = 1000;
const MAX_LEVELS = 6;

/**
 * Lists what the page's search looks through, a line for each endpoint. The errors are those of the cases; without them, those
 * that the schemas suggest, since the cases of a large document take many seconds.
 */
export function* searchJson(
  entries: readonly Entry[],
  description: Description,
  cases?: readonly Case[],
): Steps<string> {
  const types = cases && typesOf(cases);
  const lines: SearchLine[] = [];
  for (const { name, endpoint } of entries) {
    const operation = description.operation(endpoint);
    const about = textIn(operation, 'description') ?? '';
    lines.push([
      name,
      plainText(endpoint.summary),
      `${endpoint.method} ${endpoint.path}`,
      plainText([about.slice(0, MAX_ABOUT), ...detailsIn(operation, description)].join(' ')),
      [...namesIn(operation, description)].join(' '),
      [...(types ? (types.get(name) ?? []) : suggestedTypes(operation, description))].join(' '),
    ]);
    yield;
  }
  return JSON.stringify(lines);
}

/** The statuses and types of errors of each operation. */
function typesOf(cases: readonly Case[]): ReadonlyMap<string, Iterable<string>> {
  const types = new Map<string, Set<string>>();
  for (const { operation = '', expected } of cases) {
    const known = ensure(types, operation, () => new Set());
    for (const { type } of expected.entries ?? []) known.add(type);
    known.add(String(expected.status));
  }
  return types;
}

type Operation = Readonly<Record<string, unknown>>;

/** The errors that values of a schema may have, by its type and by its other keywords. */
const suggested: Readonly<Record<string, string>> = {
  string: 'string_type',
  integer: 'int_type int_parsing int_from_float',
  number: 'float_type float_parsing finite_number',
  boolean: 'bool_type bool_parsing',
  array: 'list_type',
  object: 'dict_type',
  required: 'missing',
  enum: 'literal_error',
  const: 'literal_error',
  format: 'format',
  pattern: 'string_pattern_mismatch',
  minLength: 'string_too_short',
  maxLength: 'string_too_long',
  minItems: 'too_short',
  maxItems: 'too_long',
  minimum: 'greater_than_equal',
  maximum: 'less_than_equal',
  exclusiveMinimum: 'greater_than',
  exclusiveMaximum: 'less_than',
  multipleOf: 'multiple_of',
};

function suggestedTypes(operation: Operation, description: Description): ReadonlySet<string> {
  const found = new Set<string>();
  const parameters = description.list(operation.parameters);
  const body = description.record(operation, 'requestBody');
  const suggest = (keyword: unknown) => {
    for (const type of suggested[String(keyword)]?.split(' ') ?? []) found.add(type);
  };
  const visit = (schema: JsonSchema) => {
    for (const keyword of [...Object.keys(schema), ...[schema.type].flat()]) suggest(keyword);
  };
  if (parameters.some(({ required }) => required === true) || body.required === true) suggest('required');
  walk([...parameters.map(({ schema }) => schema), ...schemasOf(body, description)], description, visit);
  return found;
}

/** The names of parameters and of the properties of bodies. */
function namesIn(operation: Operation, description: Description): ReadonlySet<string> {
  const names = new Set(description.list(operation.parameters).map(({ name }) => String(name)));
  walk(schemasOfBodies(operation, description), description, ({ properties }) => {
    for (const name of Object.keys(isRecord(properties) ? properties : {}))
      if (names.size <= MAX_NAMES) names.add(name);
  });
  return names;
}

/** What the document says about parameters and the properties of bodies, each sentence once. */
function detailsIn(operation: Operation, description: Description): ReadonlySet<string> {
  const details = new Set<string>();
  let left = MAX_DETAILS;
  const add = (part: JsonSchema) => {
    const about = (textIn(part, 'description') ?? '').slice(0, left);
    if (!about || details.has(about)) return;
    details.add(about);
    left -= about.length;
  };
  for (const parameter of description.list(operation.parameters)) add(parameter);
  walk(schemasOfBodies(operation, description), description, add);
  return details;
}

/** The schemas of the bodies of a request and its replies. */
function schemasOfBodies(operation: Operation, description: Description): unknown[] {
  const bodies = [operation.requestBody, ...Object.values(description.record(operation, 'responses'))];
  return bodies.flatMap((body) => schemasOf(description.follow(body), description));
}

/** The schemas of a body, one for each media type. */
function schemasOf(body: JsonSchema, description: Description): unknown[] {
  const media = Object.values(description.record(body, 'content'));
  return media.flatMap((each) => (isRecord(each) ? [each.schema] : []));
}

/** Visits schemas and those within them, each once, down to a level. */
function walk(
  schemas: readonly unknown[],
  description: Description,
  visit: (schema: JsonSchema) => void,
): void {
  const visited = new Set<unknown>();
  const go = (value: unknown, level: number) => {
    const schema = description.follow(value);
    if (level > MAX_LEVELS || visited.size > MAX_SCHEMAS || visited.has(schema)) return;
    visited.add(schema);
    visit(schema);
    const { properties, items, allOf, anyOf, oneOf } = schema;
    const members = [allOf, anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : []));
    for (const inner of [...Object.values(isRecord(properties) ? properties : {}), items, ...members])
      if (inner !== undefined) go(inner, level + 1);
  };
  for (const schema of schemas) go(schema, 0);
}
