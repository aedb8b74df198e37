import { Issues } from '../errors/issue.ts';
import type { Shape } from '../fields/field.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { lazy, unknown } from '../fields/optional.ts';
import { text } from '../fields/text.ts';
import { isRecord } from '../fields/values.ts';
import { Flaw } from '../text/json/flaw.ts';
import { readJsonInSteps } from '../text/json/reader.ts';
import { ensure, once } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import { ahead, changed } from './ahead.ts';
import { optionalField, wrong } from './checks.ts';
import type { FieldReader, Spread } from './fields.ts';
import { jsonTexts } from './formats.ts';
import { whileUsed } from './kept.ts';
import { itemsOf, type Located, partsOf, step, textIn, within } from './located.ts';
import type { QueryObject } from './query-objects.ts';
import type { References, Report } from './references.ts';
import { examplesIn, withLikely } from './sample.ts';
import {
  isJson,
  type LocatedSchema,
  type ObjectSchema,
  partsOfSchema,
  partsWithMembers,
  possibleTypes,
  propertiesOf,
  propertyField,
  requiredNames,
} from './schema.ts';
import { COLLECTION_FORMAT, TABS } from './swagger.ts';

/** Fields that are made on first use, so that a large document starts fast. */
export type Lazily = Readonly<Record<string, () => AnyField>>;

type Part = 'path' | 'query' | 'header' | 'cookie';

/** The parameters of an operation, by part of the request. */
interface Parameters extends Readonly<Record<Part, Lazily>> {
  readonly parameters: readonly Located[];
  /** The objects in the query that are checked as a whole. */
  readonly objects: readonly QueryObject[];
}

/** Reads the parameters of a path and of its operation; those of the operation win. */
export function readParameters(lists: readonly Located[], reader: FieldReader, report: Report): Parameters {
  const all = new Map<string, Located>();
  for (const list of lists)
    for (const item of itemsOf(list)) {
      const parameter = reader.references.follow(item);
      if (reader.dialect.hasMediaHeaders || !isOfTheBody(parameter))
        all.set(`${textIn(parameter, 'in')} ${textIn(parameter, 'name')}`, parameter);
    }
  const spread = { left: MAX_IN_OPERATION };
  const parameters = [...all.values()].filter((parameter) => {
    const isRead = mayBeRead(parameter, spread, reader);
    if (!isRead) report(parameter.at, 'is not read: the objects in parameters have too many properties');
    return isRead;
  });
  const objects = objectsIn(parameters, reader);
  const entriesIn = (part: Part): Lazily => {
    const here = parameters.filter((parameter) => textIn(parameter, 'in') === part);
    const entries = here.flatMap((parameter) => {
      const object = objects.get(parameter);
      return object ? objectEntries(object, parameter, reader) : entriesOf(parameter, part, reader);
    });
    return Object.fromEntries(
      part === 'header' && reader.dialect.hasParameterModels ? asModel(here, entries) : entries,
    );
  };
  return {
    parameters,
    objects: [...objects.values()],
    path: entriesIn('path'),
    query: entriesIn('query'),
    header: entriesIn('header'),
    cookie: entriesIn('cookie'),
  };
}

/**
 * Names headers in issues as FastAPI does. It gives those of a model titles like "X Retry", and others "X-Retry"; those of a
 * model are shown by the names of its properties.
 */
function asModel(parameters: readonly Located[], entries: readonly Entry[]): readonly Entry[] {
  if (!parameters.some(isOfModel)) return entries;
  return entries.map(([name, make]) => [name, () => ({ ...make(), shownAs: name.replaceAll('-', '_') })]);
}

function isOfModel(parameter: Located): boolean {
  const name = textIn(parameter, 'name')?.toLowerCase();
  const title = textIn(within(parameter, 'schema'), 'title')?.toLowerCase();
  return name?.includes('-') === true && title === name.replaceAll('-', ' ');
}

/** Tells whether a parameter is a header that OpenAPI ignores, because media types are declared elsewhere. */
export function isOfTheBody(parameter: Located): boolean {
  const name = textIn(parameter, 'name')?.toLowerCase();
  return textIn(parameter, 'in') === 'header' && (name === 'accept' || name === 'content-type');
}

/** A shape whose fields are made on first access. */
export function lazyShape(entries: Lazily): Shape {
  const shape = {};
  for (const [name, make] of Object.entries(entries)) addLazily(shape, name, make);
  return shape;
}

/** Adds a field to a shape that is made on first access. */
export function addLazily(shape: Shape, name: string, make: () => AnyField): void {
  Object.defineProperty(shape, name, { get: whileUsed(make), enumerable: true });
}

type Entry = readonly [name: string, make: () => AnyField];

/** The fields of a parameter, by name. Thousands of operations may share it. */
function entriesOf(parameter: Located, part: Part, reader: FieldReader): readonly Entry[] {
  return ensure(reader.parameters, parameter.value, () =>
    newEntries(parameter, part, reader).map(([name, make]): Entry => [name, whileUsed(() => ahead(make()))]),
  );
}

function newEntries(parameter: Located, part: Part, reader: FieldReader): Entry[] {
  const name = textIn(parameter, 'name');
  if (name === undefined) return [];
  const [content] = partsOf(within(parameter, 'content'));
  if (content) {
    const [type, media] = content;
    const make = () => {
      const own = within(media, 'schema');
      const inner = isJson(type) ? partOfJson(own, reader) : reader.textFieldOf(own);
      const given = () => examplesIn(media, reader.references);
      const likely = withLikely(inner, own, reader, { name, given });
      return isJson(type) ? jsonText(likely) : likely;
    };
    return [[name, () => unlessRequired(make(), parameter, undefined)]];
  }
  const schema = within(parameter, 'schema');
  const properties = spreadProperties(parameter, reader) ?? partOfModel(parameter, part, schema, reader);
  return properties ?? [[name, () => styledField(name, parameter, part, schema, reader)]];
}

/** The most properties that the objects in parameters of an operation have together, not counting those of the last. */
const MAX_IN_OPERATION = 10_000;

/** Counts the properties of an object in a parameter; returns false if those before it have too many. */
function mayBeRead(parameter: Located, spread: Spread, reader: FieldReader): boolean {
  const schema = reader.references.follow(within(parameter, 'schema'));
  if (!objectKeywords.some((keyword) => step(schema.value, keyword) !== undefined)) return true;
  const parts = partsWithMembers(schema, reader.references);
  if (!parts.some(isOfObjects)) return true;
  if (spread.left < 0 || reader.spread.left < 0) return false;
  const named = parts.map(({ value }) => Object.keys(Object(value.properties)).length);
  const size = named.reduce((all, each) => all + each, parts.length + requiredNames(parts).length);
  spread.left -= size;
  reader.spread.left -= size;
  return true;
}

const objectKeywords = ['properties', 'required', 'allOf', 'anyOf', 'oneOf'];

function isOfObjects({ value: { type, properties, required } }: LocatedSchema): boolean {
  return properties !== undefined || required !== undefined || [type].flat().includes('object');
}

/** The objects in a query, by their parameters, if values are read exactly: each is then checked as a whole. */
function objectsIn(parameters: readonly Located[], reader: FieldReader): ReadonlyMap<Located, QueryObject> {
  const found = new Map<Located, QueryObject>();
  for (const parameter of reader.exact ? parameters.filter(isSpread) : []) {
    const object = queryObject(parameter, reader.references);
    if (object) found.set(parameter, object);
  }
  return found;
}

function queryObject(parameter: Located, references: References): QueryObject | undefined {
  const name = textIn(parameter, 'name');
  const schema = within(parameter, 'schema');
  const types = possibleTypes(schema, references);
  const isInBrackets = isDeep(parameter);
  const isObject = types.some((type) => type === 'object' || (isInBrackets && type === 'array'));
  if (name === undefined || !isObject) return undefined;
  return { name, schema, types, isInBrackets, isRequired: isRequired(parameter) };
}

/** The parameters by which an object may be sent. They are only listed here, since it is checked as a whole. */
function objectEntries(object: QueryObject, parameter: Located, reader: FieldReader): readonly Entry[] {
  const { name, schema, types, isInBrackets } = object;
  const entries = propertyEntries(parameter, partsOfSchema(schema, reader.references), reader);
  const isObject = types.includes('object');
  const whole = isObject
    ? { ...parameter, value: { ...Object(parameter.value), required: false } }
    : parameter;
  const isList = isInBrackets && types.includes('array');
  if (isList || !types.every(isObjectOrNull))
    entries.push([isList ? `${name}[]` : name, () => styledField(name, whole, 'query', schema, reader)]);
  return entries.map(([sent, make]) => [sent, () => unchecked(make())]);
}

/** A field whose values something else checks. */
function unchecked(inner: AnyField): AnyField {
  const { required } = inner;
  return derive(inner, { parse: (raw) => raw, absent: () => undefined, required });
}

/** Spreads an object in a query into a parameter for each property: `role`, or `filter[role]` for a deepObject. */
function spreadProperties(parameter: Located, reader: FieldReader): Entry[] | undefined {
  const schemas = spreadSchemas(parameter, reader.references);
  return schemas && propertyEntries(parameter, schemas, reader);
}

function propertyEntries(parameter: Located, schemas: ObjectSchema, reader: FieldReader): Entry[] {
  return propertiesOf(schemas, reader.isForeign).map((property) => {
    const sent = isDeep(parameter) ? `${textIn(parameter, 'name')}[${property.name}]` : property.name;
    const part = { ...property, isRequired: property.isRequired && isRequired(parameter) };
    const fieldOf = (schema: Located) =>
      withLikely(reader.textFieldOf(schema), schema, reader, { name: property.name });
    return [sent, () => propertyField(part, fieldOf)];
  });
}

/** The schemas of an object that a query has a parameter for each property of; undefined if it is sent as one parameter. */
export function spreadSchemas(parameter: Located, references: References): ObjectSchema | undefined {
  const schema = within(parameter, 'schema');
  const types = isSpread(parameter) ? possibleTypes(schema, references) : [];
  const isObject = types.includes('object') && (isDeep(parameter) || types.every(isObjectOrNull));
  return isObject ? partsOfSchema(schema, references) : undefined;
}

function isObjectOrNull(type: string): boolean {
  return type === 'object' || type === 'null';
}

function isDeep(parameter: Located): boolean {
  return textIn(parameter, 'style') === 'deepObject';
}

/** Tells whether an object in a parameter would be sent as a parameter for each property. */
export function isSpread(parameter: Located): boolean {
  if (textIn(parameter, 'in') !== 'query') return false;
  const isForm = (textIn(parameter, 'style') ?? 'form') === 'form';
  return isDeep(parameter) || (isForm && within(parameter, 'explode').value !== false);
}

/**
 * The headers or cookies of a model, which FastAPI writes as one parameter if a dependency declares others. Headers have
 * hyphens where the properties have underscores.
 */
function partOfModel(
  parameter: Located,
  part: Part,
  schema: Located,
  reader: FieldReader,
): Entry[] | undefined {
  const target = reader.references.follow(schema);
  const properties = partsOf(within(target, 'properties'));
  if (!reader.dialect.hasParameterModels || part === 'path' || part === 'query' || properties.length === 0)
    return undefined;
  const required = itemsOf(within(target, 'required')).map(({ value }) => value);
  return properties.map(([property, own]) => {
    const name = part === 'header' ? property.replaceAll('_', '-') : property;
    const located = { at: parameter.at, value: { name, in: part, required: required.includes(property) } };
    const make = () => ({ ...styledField(name, located, part, own, reader), shownAs: property });
    return [name, make];
  });
}

function styledField(
  name: string,
  parameter: Located,
  part: Part,
  schema: Located,
  reader: FieldReader,
): AnyField {
  const { value } = reader.references.follow(schema);
  const types = possibleTypes(schema, reader.references);
  const given = () => examplesIn(parameter, reader.references);
  const inner = withLikely(reader.textFieldOf(schema), schema, reader, { name, given });
  const usual = part === 'query' || part === 'cookie' ? 'form' : 'simple';
  const style = textIn(parameter, COLLECTION_FORMAT) ?? textIn(parameter, 'style') ?? usual;
  const explode = within(parameter, 'explode').value ?? style === 'form';
  const hasLines = part === 'header' && reader.dialect.hasHeaderLines;
  const trims = part === 'header' && !hasLines;
  const options = { name, style, explode: explode === true, types, trims };
  const isRepeated = part === 'query' && style === 'form' && options.explode;
  const read = hasLines && isScalar(value) ? firstLine(inner) : inner;
  const made = isRepeated ? read : styled(read, options, hasLines);
  return unlessRequired(made, parameter, value);
}

/** Tells whether values have a notation without commas in it, unlike a list or a free text. */
function isScalar(schema: unknown): boolean {
  const { type, format } = Object(schema);
  return ['integer', 'number', 'boolean'].includes(type) || (type === 'string' && format !== undefined);
}

/** Reads the first of several headers with one name, as FastAPI does. They arrive joined. */
function firstLine(inner: AnyField): AnyField {
  return changed(inner, (raw, parse) => {
    const [first] = typeof raw === 'string' ? raw.split(LINES, 1) : [raw];
    return parse(first);
  });
}

function unlessRequired(field: AnyField, parameter: Located, schema: unknown): AnyField {
  return isRequired(parameter) ? field : optionalField(field, schema);
}

function isRequired(parameter: Located): boolean {
  return textIn(parameter, 'in') === 'path' || within(parameter, 'required').value === true;
}

/** The field of what is sent as JSON in a text. It is made when there is a value to read. */
export function partOfJson(schema: Located, reader: FieldReader): AnyField {
  const parseInSteps = once(() => reader.stepsParserOf(schema));
  return { ...lazy(() => reader.fieldOf(schema)), parseInSteps: (raw) => parseInSteps()(raw) };
}

/** A parameter, or a field of a form, that is sent as JSON. */
export function jsonText(inner: AnyField): AnyField {
  return changed(
    inner,
    function* (raw, parse) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      const value = yield* readJsonInSteps(raw, MAX_DEPTH);
      return value instanceof Flaw
        ? wrong('json_invalid', raw, { jsonError: 'Expecting value' })
        : yield* parse(value);
    },
    {
      ...unknown(),
      samples(_, open) {
        const { accepted, refused } = inner.samples(undefined, open);
        return { accepted: jsonTexts(accepted), refused: jsonTexts(refused) };
      },
    },
  );
}

const MAX_DEPTH = 64;

/** The syntax of a list or object in a parameter (OpenAPI's `style` and `explode`). */
interface Style {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  /** The types of its schema. */
  readonly types: readonly string[];
  /**
   * Removes white space around items, as in a header ([RFC 9110, 5.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1)).
   */
  readonly trims: boolean;
}

/** Makes a field that reads text in a style; returns the same field if its values are plain text in any style. */
export function styled(inner: AnyField, style: Style, hasLines = false): AnyField {
  const isList = style.types.includes('array');
  const isSpread = isList || style.types.includes('object');
  if (!isSpread && !prefixes.has(style.style)) return inner;
  const mayBePlain = isSpread && !hasLines && style.types.some((type) => !others.has(type));
  const separator = isList && hasLines ? LINES : separatorOf(style);
  const read = (raw: string) => {
    const sent = withoutPrefix(raw, style);
    const items = sent.split(separator).map((item) => (style.trims ? trim(item) : item));
    if (isList) return items;
    return isSpread ? pairsOf(items, style.explode) : sent;
  };
  return changed(
    inner,
    function* (raw, parse) {
      if (typeof raw !== 'string') return yield* parse(raw);
      const value = yield* parse(read(raw));
      const isPlain = mayBePlain && value instanceof Issues;
      const plain = isPlain ? yield* parse(withoutPrefix(raw, style)) : value;
      return plain instanceof Issues ? value : plain;
    },
    {
      describe: text().describe,
      samples(_, open) {
        const { accepted, refused } = inner.samples(undefined, open);
        return { accepted: written(accepted, style, separator), refused: written(refused, style, separator) };
      },
      takesAnyText: false,
    },
  );
}

/** The types that are not a single text. */
const others: ReadonlySet<string> = new Set(['array', 'object', 'null']);

/** The separator of joined headers; FastAPI reads each of the original headers as an item. */
const LINES = ', ';

const separators: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  [TABS, '\t'],
]);
const prefixes: ReadonlySet<string> = new Set(['label', 'matrix']);

function separatorOf({ name, style, explode, types }: Style): string {
  if (!explode || !prefixes.has(style)) return separators.get(style) ?? ',';
  if (style === 'label') return '.';
  return types.includes('array') ? `;${name}=` : ';';
}

function withoutPrefix(raw: string, style: Style): string {
  const prefix = prefixOf(style);
  return raw.startsWith(prefix) ? raw.slice(prefix.length) : raw;
}

/** Reads the pairs of an object: `a,1,b,2`, or exploded `a=1,b=2`. */
function pairsOf(parts: readonly string[], explode: boolean): Readonly<Record<string, string>> {
  const pairs = explode
    ? parts.map(pairOf)
    : parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ''] as const] : []));
  return Object.fromEntries(pairs);
}

function pairOf(part: string): readonly [name: string, value: string] {
  const [name = ''] = part.split('=', 1);
  return [name, part.slice(part.indexOf('=') + 1)];
}

/** Writes values in a style. Values other than texts, lists and objects are unchanged. An empty list can't be written. */
function* written(values: Iterable<unknown>, style: Style, separator: string): Iterable<unknown> {
  for (const value of values) {
    if (Array.isArray(value) && value.length === 0) continue;
    if (Array.isArray(value)) yield prefixOf(style) + value.join(separator);
    else if (isRecord(value)) yield prefixOf(style) + pairTexts(value, style).join(separator);
    else yield typeof value === 'string' ? prefixOf(style) + value : value;
  }
}

function pairTexts(value: Readonly<Record<string, unknown>>, { explode }: Style): string[] {
  return Object.entries(value).flatMap(([name, each]) =>
    explode ? [`${name}=${each}`] : [name, String(each)],
  );
}

function prefixOf({ name, style, explode, types }: Style): string {
  if (!prefixes.has(style)) return '';
  if (style === 'label') return '.';
  return !types.includes('object') || !explode ? `;${name}=` : ';';
}
