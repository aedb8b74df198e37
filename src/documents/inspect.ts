import { isRecord } from '../fields/values.ts';
import { areOfFastapi, ENTRY } from '../openapi/fastapi.ts';
import { ensure } from '../text/memo.ts';
import { isBinary, isText, isUsual, itemOf, sendingOf } from './body.ts';
import type { Dialect } from './dialect.ts';
import { rareFormats, SIZE } from './formats.ts';
import {
  escapeStep,
  itemsOf,
  type Kind,
  kindOfItem,
  kindOfMember,
  type Located,
  partsOf,
  textIn,
  within,
} from './located.ts';
import { isOfTheBody, isSpread, spreadSchemas } from './parameters.ts';
import type { References, Report, Unsupported } from './references.ts';
import { DECIMAL } from './rules.ts';
import { exactFaults } from './schema/unchecked.ts';
import {
  compilePattern,
  isForm,
  isJson,
  keywordIn,
  partsOfSchema,
  possibleTypes,
  propertiesOf,
  type Schema,
  typesOf,
  uncheckedIn,
} from './schema.ts';
import type { Requirements } from './security.ts';
import { textFormats } from './text.ts';
import { isMappingRead } from './union.ts';
import { isMapped } from './walk.ts';

/** Keywords whose value is a map of schemas. */
const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const UNREAD_MAPPING =
  'has a discriminator that is ignored, because its mapping leads to files that were not read: it is read as anyOf';
const NO_SCHEMA = 'is not a schema, so it is not checked';

function isSchema(value: unknown): boolean {
  return isRecord(value) || typeof value === 'boolean';
}

/** A part of a document on the way to others. Its place is only assembled when it is reported. */
interface Step {
  readonly value: unknown;
  readonly kind: Kind;
  readonly name: string;
  /** The part that contains it, or the place where the walk starts. */
  readonly from: Step | string;
}

function placeOf(step: Step): string {
  const names: string[] = [];
  let { name, from } = step;
  for (; typeof from !== 'string'; { name, from } = from) names.push(escapeStep(name));
  return [from, ...names.reverse()].join('/');
}

function startAt({ value, at }: Located): Step {
  return { value, kind: 'part', name: '', from: at };
}

function discriminatorAt(step: Step, schema: Schema): Located {
  return within({ value: schema, at: placeOf(step) }, 'discriminator');
}

/** Follows references and mappings. Throws if one leads nowhere. */
export function checkReferences(referring: readonly Located[], references: References): void {
  for (const part of referring) {
    references.follow(part);
    if (isMapped(Object(part.value))) isMappingRead(within(part, 'discriminator'), references);
  }
}

/** Throws if the `$dynamicRef` of a schema leads nowhere. */
export function checkDynamicReferences(schemas: readonly Located[], references: References): void {
  for (const { value, at } of schemas) references.find(Object(value).$dynamicRef, at);
}

function pushItems(items: readonly unknown[], from: Step, open: Step[]): void {
  const kind = kindOfItem(from.kind);
  for (const [at, value] of items.entries())
    if (isHolder(value)) open.push({ value, kind, name: String(at), from });
}

function memberOf(from: Step, record: Readonly<Record<string, unknown>>, name: string): Step {
  const value = record[name];
  return { value, kind: kindOfMember(from.kind, name, value), name, from };
}

function isHolder(value: unknown): value is unknown[] | Readonly<Record<string, unknown>> {
  return Array.isArray(value) || isRecord(value);
}

/** Lists what the schemas of requests say that is not validated exactly. */
export function inspectInputs(
  inputs: readonly Located[],
  references: References,
  isExact: boolean,
): Unsupported[] {
  const found: Unsupported[] = [];
  const seen = new Set<object>();
  const open: Step[] = inputs.map(startAt);
  for (let next = open.pop(); next; next = open.pop()) {
    const step = next.kind === 'map' ? next : followed(next, references);
    const { value, kind } = step;
    if (!isHolder(value) || seen.has(value)) continue;
    seen.add(value);
    const report = (what: string, at = step) => found.push({ place: references.shown(placeOf(at)), what });
    if (isRecord(value) && kind === 'part')
      for (const what of isExact ? exactFaults(value) : faultsOf(value, step, references)) report(what);
    if (Array.isArray(value)) pushItems(value, step, open);
    else inspectParts(value, step, open, report);
  }
  return found;
}

function faultsOf(schema: Schema, step: Step, references: References): string[] {
  const isUnread = isMapped(schema) && !isMappingRead(discriminatorAt(step, schema), references);
  return isUnread ? [...schemaFaults(schema), UNREAD_MAPPING] : schemaFaults(schema);
}

function inspectParts(
  value: Readonly<Record<string, unknown>>,
  from: Step,
  open: Step[],
  report: (what: string, at: Step) => void,
): void {
  for (const name of Object.keys(value)) {
    const inner = memberOf(from, value, name);
    if ((inner.kind === 'part' || inner.kind === 'map') && isHolder(inner.value)) open.push(inner);
    if (from.kind !== 'map' || !schemaMaps.has(from.name) || isSchema(inner.value)) continue;
    report(NO_SCHEMA, inner);
  }
}

function followed(step: Step, references: References): Step {
  const { value } = step;
  if (!isRecord(value) || typeof value.$ref !== 'string') return step;
  return startAt(references.follow({ value, at: placeOf(step) }));
}

/**
 * Tells whether FastAPI wrote a document, or Assay, whose apps read values in the same way: by the names of the schemas of its
 * 422, or by what the entries in it have.
 */
export function isWrittenByFastapi(document: Located): boolean {
  const schemas = partsOf(within(within(document, 'components'), 'schemas'));
  const entry = schemas.find(([name]) => name === ENTRY)?.[1].value;
  const { loc, msg, type } = Object(Object(entry).properties);
  const names = schemas.flatMap(([name, { value }]) => (isRecord(value) ? [name] : []));
  return areOfFastapi(names) || [loc, msg, type].every(isRecord);
}

/** Lists what a schema says that is not validated exactly, each as the end of a sentence about its place. */
function schemaFaults(schema: Schema): string[] {
  return [
    ...unknownTypes(schema),
    ...unknownFormats(schema),
    ...uncheckedPatterns(schema),
    ...ignoredKeywords(schema),
    ...kindFaults(schema),
  ];
}

const types: ReadonlySet<string> = new Set('null boolean integer number string array object'.split(' '));
/** Formats of numbers, and those that do not restrict values. */
const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'password']);

function unknownTypes(schema: Schema): string[] {
  const unknown = typesOf(schema).filter((type) => !types.has(type));
  return unknown.map((type) => `has an unknown type: ${JSON.stringify(type)}`);
}

function unknownFormats({ format, contentEncoding, type }: Schema): string[] {
  const faults: string[] = [];
  const isKnown =
    typeof format !== 'string' ||
    numberFormats.has(format) ||
    textFormats.has(format) ||
    rareFormats.has(format);
  if (!isKnown && (type === undefined || typeof type === 'string'))
    faults.push(`has a format that is not checked: ${JSON.stringify(format)}`);
  if (typeof contentEncoding === 'string' && !rareFormats.has(contentEncoding))
    faults.push(`has an encoding that is not checked: ${JSON.stringify(contentEncoding)}`);
  return faults;
}

function uncheckedPatterns({ pattern, patternProperties }: Schema): string[] {
  const named = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  return [...(typeof pattern === 'string' && !isOfPydantic(pattern) ? [pattern] : []), ...named]
    .filter((each) => !compilePattern(each))
    .map((each) => `has a pattern that is not checked: ${JSON.stringify(each)}`);
}

/** Recognizes pydantic's patterns of decimals and byte sizes, which have fields of their own. */
function isOfPydantic(pattern: string): boolean {
  return pattern.startsWith(DECIMAL) || pattern === SIZE;
}

const ignored: readonly (readonly [keyword: string, isSaid: (value: unknown) => boolean])[] = [
  ['$dynamicRef', (value) => typeof value === 'string'],
  ['$recursiveRef', (value) => typeof value === 'string'],
  ['unevaluatedProperties', (value) => value !== undefined && value !== true],
  ['unevaluatedItems', (value) => value !== undefined && value !== true],
  ['additionalItems', (value) => value !== undefined && value !== true],
  ['dependencies', isRecord],
  ...['items', 'additionalProperties', 'propertyNames', 'not', 'contains'].map(
    (keyword) => [keyword, isNoSchema] as const,
  ),
];

function isNoSchema(value: unknown): boolean {
  return value !== undefined && !isRecord(value) && typeof value !== 'boolean';
}

function ignoredKeywords(schema: Schema): string[] {
  return ignored
    .filter(([keyword, isSaid]) => isSaid(schema[keyword]))
    .map(([keyword]) => `has a keyword that is not checked: ${keyword}`);
}

function kindFaults({ oneOf, anyOf, discriminator }: Schema): string[] {
  if (discriminator === undefined)
    return Array.isArray(oneOf) && oneOf.length > 1 ? ['has a oneOf that is read as anyOf'] : [];
  return isRecord(discriminator) && oneOf === undefined && anyOf === undefined
    ? ['has a discriminator that is ignored, because there is no oneOf or anyOf']
    : [];
}

/** How values are read. */
interface Reading {
  readonly dialect: Dialect;
  /** True if values are read exactly as their schemas say. */
  readonly isExact: boolean;
}

/** Reports the parameters of a path and of its operation that are not read as the document says. */
export function inspectParameters(
  lists: readonly Located[],
  reading: Reading,
  references: References,
  report: Report,
): void {
  for (const item of lists.flatMap(itemsOf))
    inspectParameter(references.follow(item), reading, references, report);
}

const places: readonly (string | undefined)[] = ['path', 'query', 'header', 'cookie'];

function inspectParameter(
  parameter: Located,
  { dialect, isExact }: Reading,
  references: References,
  report: Report,
): void {
  const place = textIn(parameter, 'in');
  if (!places.includes(place)) report(parameter.at, `is not read: it is in ${JSON.stringify(place ?? null)}`);
  else if (textIn(parameter, 'name') === undefined) report(parameter.at, 'is not read: it has no name');
  else if (!dialect.hasMediaHeaders && isOfTheBody(parameter))
    report(parameter.at, 'is not read: OpenAPI ignores parameters of this name');
  else if (!isExact && isSpread(parameter)) inspectSpread(parameter, references, report);
}

/** Reports what is not checked of an object that has a parameter for each property. */
function inspectSpread(parameter: Located, references: References, report: Report): void {
  const schemas = spreadSchemas(parameter, references);
  if (!schemas) {
    const mayBeObject = possibleTypes(within(parameter, 'schema'), references).includes('object');
    if (mayBeObject) report(parameter.at, 'is not read as an object');
    return;
  }
  if (propertiesOf(schemas).length === 0) report(parameter.at, 'is not read: it names no properties');
  const others = keywordIn(schemas, 'additionalProperties').filter(({ value }) => value !== true);
  for (const { at } of others) report(at, 'is not checked in a query');
  for (const [keyword, at] of uncheckedIn(schemas))
    report(at, `has a keyword that is not checked in a query: ${keyword}`);
}

/** Reports what a body says outside its schemas that is not served. */
export function inspectRequestBody(requestBody: Located, references: References, report: Report): void {
  const content = partsOf(within(requestBody, 'content'));
  const isServed = ([type, media]: (typeof content)[number]) =>
    isJson(type) || isForm(type) || isText(type, media, references);
  if (!content.some(isServed)) return;
  const others = content.filter((each) => !isServed(each)).map(([type]) => type);
  if (others.length > 0) report(requestBody.at, `is not checked when sent as ${others.join(', ')}`);
  for (const [type, media] of content) {
    if (!isForm(type)) continue;
    inspectForm(within(media, 'schema'), references, report);
    inspectFields(media, references, report);
  }
}

/** Reports the fields of a form that are not read as they are sent. */
function inspectFields(media: Located, references: References, report: Report): void {
  for (const { name, schema } of propertiesOf(partsOfSchema(within(media, 'schema'), references))) {
    const encoding = within(within(media, 'encoding'), name);
    if (isUsual(schema, encoding, references)) continue;
    const sending = sendingOf(schema, encoding, references);
    const item = itemOf(schema, references);
    const isFile = partsOfSchema(item, references).some(isBinary);
    const isIgnored = [...(isFile ? [] : ['contentType']), 'headers'].some(
      (key) => within(encoding, key).value !== undefined,
    );
    if (sending === 'unread') report(encoding.at, 'is not supported, so its field is not read');
    else if (sending === 'plain' && isIgnored) report(encoding.at, 'is ignored');
    else if (sending === 'plain' && possibleTypes(item, references).includes('object'))
      report(item.at, 'is not read as an object');
  }
}

/** Reports what is not checked of a form as a whole. */
function inspectForm(schema: Located, references: References, report: Report): void {
  const types = possibleTypes(schema, references);
  if (types.length > 0 && !types.includes('object')) report(schema.at, 'is not checked: a form is an object');
  for (const [keyword, at] of uncheckedIn(partsOfSchema(schema, references)))
    report(at, `has a keyword that is not checked in a form: ${keyword}`);
}

/** Reports the security schemes that are not enforced as the document says, each once. */
export function securityInspector(schemes: Located, references: References, report: Report) {
  const isKnown = new Map<string, boolean>();
  const inspect = (name: string) => {
    const scheme = references.follow(within(schemes, name));
    if (scheme.value !== undefined) inspectScheme(scheme, report);
    return scheme.value !== undefined;
  };
  return (security: Located, requirements: Requirements): void => {
    for (const { value, at } of itemsOf(security))
      if (!isRecord(value)) report(at, 'is not enforced: it is not an object');
    for (const { part, names } of requirements)
      for (const name of names)
        if (!ensure(isKnown, name, () => inspect(name)))
          report(within(part, name).at, 'is not enforced: there is no such scheme');
  };
}

function inspectScheme(scheme: Located, report: Report): void {
  const type = textIn(scheme, 'type') ?? 'no type';
  if (!['http', 'apiKey', 'oauth2', 'openIdConnect'].includes(type))
    report(scheme.at, `is not enforced: ${type}`);
  if (type === 'http' && !textIn(scheme, 'scheme')) report(scheme.at, 'is not enforced: it names no scheme');
  const place = textIn(scheme, 'in') ?? '';
  const isPlaced = ['header', 'query', 'cookie'].includes(place) && textIn(scheme, 'name') !== undefined;
  if (type === 'apiKey' && !isPlaced) report(scheme.at, 'is not enforced: it has no place or no name');
}
