import type { JsonSchema } from '../fields/field.ts';
import type { Steps } from '../text/turns.ts';
import type { SearchLine } from './browser/case.ts';
import { type Description, decoded, textIn } from './description.ts';
import type { Entry } from './endpoints.ts';
import { jsonOf, MAX_MARKUP } from './html.ts';
import { plainText } from './markdown.ts';

/** The limits on what is searched of one endpoint. */
const MAX_ABOUT = 400;
const MAX_DETAILS = 300;
const MAX_NAMES = 300;
const MAX_SCHEMAS = 1000;
const MAX_LEVELS = 6;

/** In place of lines for which there is no room: what the page says after the number of results. */
const OTHERS = ',["","; more may be left out","","","",""]';

/** Lists what the page's search looks through, a line for each endpoint, webhook and model, as long as there is room. */
export function* searchJson(entries: readonly Entry[], description: Description): Steps<string> {
  let lines = '';
  for (const line of linesOf(entries, description)) {
    // Thousands of operations may refer to the same long names.
    if (lines.length > MAX_MARKUP) {
      lines += OTHERS;
      break;
    }
    lines += `,${jsonOf(line)}`;
    yield;
  }
  return `[${lines.slice(1)}]`;
}

function* linesOf(entries: readonly Entry[], description: Description): Iterable<SearchLine> {
  for (const { name, endpoint } of entries) {
    const { method, path, summary, tag } = endpoint;
    const words = wordsOf(description.operation(endpoint), description, tag);
    yield [`#${encodeURIComponent(name)}/`, plainText(summary), `${method} ${decoded(path)}`, ...words];
  }
  for (const [name, item] of Object.entries(description.webhooks))
    for (const [method, operation] of description.operations(item)) {
      const title = plainText(textIn(operation, 'summary') ?? name);
      const [about, names] = wordsOf(operation, description);
      yield [`?webhook=${encodeURIComponent(name)}`, title, `${method} ${name}`, about, names, ''];
    }
  for (const [name, schema] of Object.entries(description.models)) {
    const read = description.read(schema);
    const names = Object.keys(Object(read.properties)).slice(0, MAX_NAMES).join(' ');
    const about = plainText((textIn(read, 'description') ?? '').slice(0, MAX_ABOUT));
    yield [`?model=${encodeURIComponent(name)}`, name, 'Model', about, names, ''];
  }
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

/**
 * What is said about an operation and its parts, each sentence once; the names of its parameters and properties; and the errors
 * that are declared, or that its values may have by their schemas: to make its cases would take too long.
 */
function wordsOf(operation: JsonSchema, description: Description, tag = ''): [string, string, string] {
  const names = new Set<string>();
  const details = new Set<string>();
  const responses = description.record(operation, 'responses');
  const errors = new Set(Object.keys(responses).filter((status) => /^[45]/.test(status)));
  const visited = new Set<unknown>();
  let visits = 0;
  let left = MAX_DETAILS;

  const note = (part: JsonSchema, named: readonly unknown[]) => {
    for (const name of named) if (names.size <= MAX_NAMES) names.add(String(name));
    const about = (textIn(part, 'description') ?? '').slice(0, left);
    if (!about || details.has(about)) return;
    details.add(about);
    left -= about.length;
  };
  const suggest = (keywords: readonly unknown[]) => {
    for (const keyword of keywords)
      for (const type of suggested[String(keyword)]?.split(' ') ?? []) errors.add(type);
  };
  /** Visits a schema and those within it, down to a level. Thousands may refer to one that was visited. */
  const visit = (value: unknown, isSent: boolean, level = 0) => {
    if (visits++ > MAX_SCHEMAS || level > MAX_LEVELS) return;
    const schema = description.follow(value);
    if (visited.has(schema)) return;
    visited.add(schema);
    const { type, items, additionalProperties, allOf, anyOf, oneOf } = schema;
    const properties = description.record(schema, 'properties');
    note(schema, Object.keys(properties).slice(0, MAX_SCHEMAS));
    if (isSent) suggest([...Object.keys(schema), ...[type].flat()]);
    const members = [allOf, anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : []));
    for (const inner of [...Object.values(properties), items, additionalProperties, ...members])
      if (inner !== undefined) visit(inner, isSent, level + 1);
  };

  const parameters = description.list(operation.parameters);
  const schemasOf = (body: JsonSchema) => description.media(body).map(({ schema }) => schema);
  const body = description.record(operation, 'requestBody');
  if ([...parameters, body].some(({ required }) => required === true)) suggest(['required']);
  for (const parameter of parameters) note(parameter, [parameter.name]);
  for (const schema of [...parameters.map(({ schema }) => schema), ...schemasOf(body)]) visit(schema, true);
  for (const response of description.list(Object.values(responses)))
    for (const schema of schemasOf(response)) visit(schema, false);
  const about = `${(textIn(operation, 'description') ?? '').slice(0, MAX_ABOUT)} ${tag}`;
  return [plainText([about, ...details].join(' ')), [...names].join(' '), [...errors].join(' ')];
}
