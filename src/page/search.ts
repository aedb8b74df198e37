import type { Case } from '../cases/case.ts';
import type { JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { ensure } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import type { SearchLine } from './browser/case.ts';
import { type Description, decoded, textIn } from './description.ts';
import type { Entry } from './endpoints.ts';
import { plainText } from './markdown.ts';

/** The limits on what is searched of one endpoint. */
const MAX_ABOUT = 400;
const MAX_DETAILS = 300;
const MAX_NAMES = 300;
const MAX_SCHEMAS = 1000;
const MAX_LEVELS = 6;

/**
 * Lists what the page's search looks through, a line for each endpoint, webhook and model. The errors are those of the cases;
 * without them, those that the schemas suggest, since the cases of a large document take many seconds.
 */
export function* searchJson(
  entries: readonly Entry[],
  description: Description,
  cases?: readonly Case[],
): Steps<string> {
  const types = cases && typesOf(cases);
  const lines: SearchLine[] = [];
  for (const { name, endpoint } of entries) {
    const { method, path, summary, tag = '' } = endpoint;
    const operation = description.operation(endpoint);
    const { about, names, errors } = new Words(operation, description, tag);
    const known = types ? (types.get(name) ?? []) : errors;
    lines.push(
      lineOf(`#${encodeURIComponent(name)}/`, summary, `${method} ${decoded(path)}`, about, names, known),
    );
    yield;
  }
  for (const [name, item] of Object.entries(description.webhooks))
    for (const [method, operation] of description.operations(item)) {
      const { about, names } = new Words(operation, description);
      const title = textIn(operation, 'summary') ?? name;
      lines.push(lineOf(`?webhook=${encodeURIComponent(name)}`, title, `${method} ${name}`, about, names));
      yield;
    }
  for (const [name, schema] of Object.entries(description.models)) {
    const read = description.read(schema);
    const names = description.properties(read).map((each) => each.name);
    const about = (textIn(read, 'description') ?? '').slice(0, MAX_ABOUT);
    lines.push(lineOf(`?model=${encodeURIComponent(name)}`, name, 'Model', about, names.slice(0, MAX_NAMES)));
    yield;
  }
  return JSON.stringify(lines);
}

function lineOf(
  address: string,
  title: string,
  route: string,
  about: string,
  names: Iterable<string>,
  errors: Iterable<string> = [],
): SearchLine {
  return [address, plainText(title), route, plainText(about), [...names].join(' '), [...errors].join(' ')];
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

/** The names of parameters and properties, what is said about them, and the errors that their values may have. */
class Words {
  readonly names = new Set<string>();
  /** What is said about the operation and about its parts, each sentence once. */
  readonly #details = new Set<string>();
  readonly errors = new Set<string>();
  readonly #visited = new Set<unknown>();
  readonly #description: Description;
  readonly #about: string;
  #left = MAX_DETAILS;

  constructor(operation: JsonSchema, description: Description, tag = '') {
    this.#description = description;
    this.#about = `${(textIn(operation, 'description') ?? '').slice(0, MAX_ABOUT)} ${tag}`;
    const parameters = description.list(operation.parameters);
    const schemasOf = (body: JsonSchema) => description.media(body).map(({ schema }) => schema);
    const body = description.record(operation, 'requestBody');
    if ([...parameters, body].some(({ required }) => required === true)) this.#suggest(['required']);
    for (const parameter of parameters) this.#note(parameter, [parameter.name]);
    const sent = [...parameters.map(({ schema }) => schema), ...schemasOf(body)];
    for (const schema of sent) this.#visit(schema, true);
    for (const response of description.list(Object.values(description.record(operation, 'responses'))))
      for (const schema of schemasOf(response)) this.#visit(schema, false);
  }

  get about(): string {
    return [this.#about, ...this.#details].join(' ');
  }

  #note(part: JsonSchema, names: readonly unknown[]): void {
    for (const name of names) if (this.names.size <= MAX_NAMES) this.names.add(String(name));
    const about = (textIn(part, 'description') ?? '').slice(0, this.#left);
    if (!about || this.#details.has(about)) return;
    this.#details.add(about);
    this.#left -= about.length;
  }

  #suggest(keywords: readonly unknown[]): void {
    for (const keyword of keywords)
      for (const type of suggested[String(keyword)]?.split(' ') ?? []) this.errors.add(type);
  }

  /** Visits a schema and those within it, each once, down to a level. */
  #visit(value: unknown, isSent: boolean, level = 0): void {
    const schema = this.#description.follow(value);
    if (level > MAX_LEVELS || this.#visited.size > MAX_SCHEMAS || this.#visited.has(schema)) return;
    this.#visited.add(schema);
    const { type, items, additionalProperties, allOf, anyOf, oneOf } = schema;
    const properties = isRecord(schema.properties) ? schema.properties : {};
    this.#note(schema, Object.keys(properties));
    if (isSent) this.#suggest([...Object.keys(schema), ...[type].flat()]);
    const members = [allOf, anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : []));
    for (const inner of [...Object.values(properties), items, additionalProperties, ...members])
      if (inner !== undefined) this.#visit(inner, isSent, level + 1);
  }
}
