import { type Body, type Endpoint, type FormBody, isForm as isFormBody } from '../contract/endpoint.ts';
import { Found, type Issues } from '../errors/issue.ts';
import { type AnyField, derive, type Shape } from '../fields/field.ts';
import { file } from '../fields/file.ts';
import type { Items } from '../fields/lengths.ts';
import { list } from '../fields/list.ts';
import { objectSamples, propertiesParser } from '../fields/object.ts';
import { lazy, unknown, writeJson } from '../fields/optional.ts';
import { isRecord, UploadedFile } from '../fields/values.ts';
import { essenceOf, isInRange, isRange } from '../http/media.ts';
import { repairUtf8 } from '../text/bytes.ts';
import { defined } from '../text/guards.ts';
import { once } from '../text/memo.ts';
import { atOnce, isDue, type Steps } from '../text/turns.ts';
import { ahead, changed } from './ahead.ts';
import { itemsIn } from './array.ts';
import { chained, optionalField, wrong } from './checks.ts';
import type { FieldReader } from './fields.ts';
import { whileUsed, whileUsedInSteps } from './kept.ts';
import { itemsOf, type Located, partsOf, step, textIn, within } from './located.ts';
import { addLazily, jsonText, lazyShape, partOfJson, styled } from './parameters.ts';
import type { References } from './references.ts';
import { examplesIn, withLikely } from './sample.ts';
import {
  eachPropertyOf,
  isForm,
  isFree,
  isJson,
  keywordIn,
  type LocatedSchema,
  mergedOf,
  type ObjectSchema,
  type Property,
  partsOfSchema,
  plainRules,
  possibleTypes,
  propertiesOf,
  propertyField,
} from './schema.ts';
import { COLLECTION_FORMAT } from './swagger.ts';

/** The bodies that an operation accepts: the preferred one, and those of other media types. */
export type ReadBody = Pick<Endpoint, 'body' | 'otherBody' | 'bodyTypes'>;

type Media = readonly [type: string, media: Located];

/**
 * Reads the bodies of an operation. JSON is preferred, then forms, then text, then any other type, which is not checked. Nor is a
 * range of types, if its schema says nothing.
 */
export function readBody(requestBody: Located, reader: FieldReader): ReadBody {
  const content = partsOf(within(requestBody, 'content'));
  const first =
    content.find(([type]) => isJson(type)) ??
    content.find(([type]) => isForm(type)) ??
    content.find(([type, media]) => isText(type, media, reader.references)) ??
    content[0];
  if (!first) return {};
  const isRequired = within(requestBody, 'required').value === true;
  const bodyOf = ([type, media]: Media): Body => {
    if (takesAnything([type, media], reader.references)) return 'unread';
    if (isJson(type)) return jsonBody(media, isRequired, reader);
    if (isForm(type)) return formBody(media, isRequired, reader);
    return isText(type, media, reader.references) ? textBody(type, media, isRequired, reader) : 'unread';
  };
  const others = content.filter((each) => each !== first);
  const body = bodyOf(first);
  const bodyTypes = reader.dialect.takesAnyType ? undefined : content.map(([type]) => type);
  return {
    body,
    ...(bodyTypes && { bodyTypes }),
    ...((others.length > 0 || isRange(first[0])) && { otherBody: chooser(first[0], others, bodyOf) }),
  };
}

/** Tells whether a body is of a range of types, and its schema says nothing. */
function takesAnything([type, media]: Media, references: References): boolean {
  const { value = {} } = references.follow(within(media, 'schema'));
  return isRange(type) && (value === true || (isRecord(value) && isFree(value)));
}

/** Tells whether something that the schema of a body says is not checked, because of its media types. */
export function isUnchecked(requestBody: Located, { body }: ReadBody, references: References): boolean {
  return (
    body === 'unread' &&
    !partsOf(within(requestBody, 'content')).every((each) => takesAnything(each, references))
  );
}

/** Chooses the body by media type. A form of either type is accepted even if only one is declared. */
function chooser(
  first: string,
  others: readonly Media[],
  bodyOf: (media: Media) => Body,
): (contentType: string) => Body | undefined {
  const byType = new Map(others.map((media) => [essenceOf(media[0]), once(() => bodyOf(media))]));
  const form = isForm(first) ? undefined : [...byType].find(([type]) => isForm(type))?.[1];
  const texts = [...byType].filter(([type]) => TEXT.test(type));
  const ranges = [first, ...byType.keys()].filter(isRange);
  return (contentType) => {
    const type = essenceOf(contentType);
    const isFirst = type === essenceOf(first) || (TEXT.test(first) && isInRange(type, essenceOf(first)));
    if (isFirst) return undefined;
    const text = texts.find(([range]) => isInRange(type, range));
    const body = byType.get(type) ?? (isForm(type) ? form : text?.[1]);
    if (body) return body();
    const isUnread = type !== '' && !isJson(type) && ranges.some((range) => isInRange(type, range));
    return isUnread ? 'unread' : undefined;
  };
}

const TEXT = /^text\//i;

/** Tells whether a body is text, by its media type and its schema: XML has that of an object. */
export function isText(type: string, media: Located, references: References): boolean {
  if (!TEXT.test(type)) return false;
  const types = possibleTypes(within(media, 'schema'), references);
  return types.length > 0 && types.every((each) => each !== 'object' && each !== 'array');
}

/** Makes a body that is sent as text. An empty one is none. */
function textBody(type: string, media: Located, isRequired: boolean, reader: FieldReader): AnyField {
  const schema = within(media, 'schema');
  const given = () => examplesIn(media, reader.references);
  const made = withLikely(reader.textFieldOf(schema), schema, reader, { given });
  return {
    ...ahead(isRequired ? made : optionalField(made, undefined)),
    mediaType: isRange(type) ? 'text/plain' : type,
    samples(like, open) {
      const { accepted, refused } = made.samples(like, open);
      return { accepted: texts(accepted), refused: texts(refused) };
    },
  };
}

function* texts(values: Iterable<unknown>): Iterable<unknown> {
  for (const value of values)
    if (value === undefined || (typeof value === 'string' && value !== '')) yield value;
}

function jsonBody(media: Located, isRequired: boolean, reader: FieldReader): AnyField {
  const schema = within(media, 'schema');
  const target = reader.references.follow(schema);
  const isEmbedded =
    reader.dialect.hasEmbeddedBodies && textIn(target, 'title')?.startsWith('Body_') === true;
  if (isEmbedded) {
    const properties = propertiesOf(partsOfSchema(target, reader.references), reader.isForeign);
    const fieldOf = (schema: Located) => reader.fieldOf(schema);
    const entries = properties.map((each) => [each.name, () => propertyField(each, fieldOf)] as const);
    return embedded(lazyShape(Object.fromEntries(entries)));
  }
  const parse = whileUsed(() => reader.parserOf(schema));
  const made = derive(
    lazy(() => reader.fieldOf(schema)),
    { parse: (raw, fit) => parse()(raw, fit) },
  );
  const given = () => examplesIn(media, reader.references);
  const body: AnyField = {
    ...withLikely(made, schema, reader, { isShort: true, given }),
    // The document is served as written, so no schema is needed; a deep one could overflow the call stack.
    describe: () => ({}),
  };
  const sent = isRequired ? body : optionalField(body, undefined);
  const stepsParser = whileUsed(() => reader.stepsParserOf(schema));
  return ahead({
    ...sent,
    absent: reader.exact ? unlessNull(body, sent.absent) : sent.absent,
    // Of nothing, only the fields are made.
    parseInSteps: (raw) => (raw === undefined ? reader.makeInSteps(schema) : stepsParser()(raw)),
  });
}

/** Makes a function that reads null as a value, where a body that is left out has none. */
function unlessNull(body: AnyField, absent: AnyField['absent']): NonNullable<AnyField['absent']> {
  return (sent) => (sent === null ? body.parse(null) : absent ? absent(sent) : wrong('missing', null));
}

/**
 * Makes a form. One that is a pydantic model reads an empty text as a value, and may forbid other fields. FastAPI reads a form
 * that is left out as one without fields.
 */
function formBody(media: Located, isRequired: boolean, reader: FieldReader): FormBody {
  // Made when a request arrives, and kept as long as its route: a large document may have thousands of forms.
  const inSteps = whileUsedInSteps(() => readForm(media, reader));
  const form = () => atOnce(inSteps());
  const about = () => defined(aboutForms.get(form()));
  const body = {
    get form() {
      return form();
    },
    get isModel() {
      return about().isModel;
    },
    isOptional: !isRequired && !reader.dialect.hasPlainForms,
    get others() {
      return about().others;
    },
  };
  forms.set(body, inSteps);
  return body;
}

/** What makes each form in steps. */
const forms = new WeakMap<FormBody, () => Steps<Shape>>();

/** Makes the form that an operation takes in steps: it may have thousands of fields. */
export function* formInSteps({ body }: Endpoint): Steps<Shape | undefined> {
  return isFormBody(body) ? yield* defined(forms.get(body))() : undefined;
}

/** What else is known of each form that is kept. */
const aboutForms = new WeakMap<
  Shape,
  { readonly isModel: boolean; readonly others: 'forbid' | AnyField | undefined }
>();

function* readForm(media: Located, reader: FieldReader): Steps<Shape> {
  const { references, dialect } = reader;
  const schemas = partsOfSchema(within(media, 'schema'), references);
  const title = schemas.map((part) => textIn(part, 'title')).find((each) => each !== undefined);
  const isModel = dialect.hasPlainForms && title?.startsWith('Body_') === false;
  const encoding = within(media, 'encoding');
  const examples = examplesIn(media, references);
  const sendingFor = ({ name, schema }: Property): Sending =>
    dialect.hasPlainForms ? 'plain' : sendingOf(schema, within(encoding, name), references);
  const fieldOf = (property: Property, sending: Sending): AnyField => {
    const { name } = property;
    const own = within(encoding, name);
    const type = textIn(own, 'contentType');
    const style = textIn(own, COLLECTION_FORMAT) ?? textIn(own, 'style') ?? 'form';
    const readOf = (schema: Located) => {
      const made = formField(schema, sending, reader, type);
      const types = possibleTypes(schema, references);
      return sending === 'joined' ? styled(made, { name, style, explode: false, types, trims: false }) : made;
    };
    const given = () => examples.map((example) => step(example, name)).filter((value) => value !== undefined);
    const sent = sending === 'json' ? { sent: asJsonParts } : {};
    const made = (schema: Located) =>
      withLikely(readOf(schema), schema, reader, { name, isShort: true, given, ...sent });
    return ahead(propertyField(property, made));
  };
  const form = {};
  let areAllRead = true;
  for (const property of eachPropertyOf(schemas, reader.isForeign)) {
    const sending = sendingFor(property);
    if (sending === 'unread') areAllRead = false;
    else addLazily(form, property.name, () => fieldOf(property, sending));
    if (isDue()) yield;
  }
  aboutForms.set(form, { isModel, others: areAllRead ? otherFields(schemas, reader) : undefined });
  return form;
}

/** A value as it is sent: each item of a list is a part of its own. */
function asJsonParts(value: unknown): unknown {
  return Array.isArray(value) ? value.map(writeJson) : writeJson(value);
}

/** Reads what a form says of fields that it does not declare. If patterns say more, they are not checked. */
function otherFields(schemas: ObjectSchema, reader: FieldReader): FormBody['others'] {
  const others = keywordIn(schemas, 'additionalProperties');
  const [first] = others;
  if (!first || keywordIn(schemas, 'patternProperties').length > 0) return undefined;
  if (others.some(({ value }) => value === false)) return 'forbid';
  if (!isRecord(first.value)) return undefined;
  return ahead(formField(first, isOnlyObject(first, reader.references) ? 'json' : 'plain', reader));
}

/** Makes a field of a form, which may be a file, JSON, or a list of them. */
function formField(schema: Located, sending: Sending, reader: FieldReader, type?: string): AnyField {
  const { references } = reader;
  const schemas = partsOfSchema(schema, references);
  const isFile = (each: Located) => partsOfSchema(each, references).some(isBinary);
  const fileOf = () => (type === undefined ? file() : fileOfType(type));
  if (schemas.some(isBinary)) return fileOf();
  const item = itemOf(schema, references);
  const isList = item !== schema;
  if (isList && isFile(item)) return list(fileOf(), itemsIn(mergedOf(schemas)));
  if (sending === 'json') {
    const part = jsonPart(partOfJson(item, reader));
    return isList ? jsonParts(part, itemsIn(mergedOf(schemas))) : part;
  }
  const members = schemas.flatMap((each) => itemsOf(within(each, 'anyOf')));
  return members.some(isFile) ? fileOf() : reader.textFieldOf(schema);
}

/** A file of one of the media types in an Encoding Object, or of a range such as `image/*`. */
function fileOfType(contentType: string): AnyField {
  const types = contentType.split(',').map(essenceOf);
  const made = file();
  const isOfType = ({ type }: UploadedFile) => types.some((range) => isInRange(essenceOf(type), range));
  return derive(made, {
    parse(raw, fit) {
      const isWrong = raw instanceof UploadedFile && !isOfType(raw);
      return isWrong ? wrong('file_media_type', raw, { types }) : made.parse(raw, fit);
    },
    samples(like, open) {
      const { accepted, refused } = made.samples(like, open);
      const [type = ''] = types.map(concreteType);
      return { accepted: filesOfType(accepted, type), refused: chained(refused, accepted) };
    },
  });
}

function* filesOfType(files: Iterable<unknown>, type: string): Iterable<UploadedFile> {
  for (const each of files) {
    const { name, bytes } = Object(each);
    yield new UploadedFile(name, type, bytes);
  }
}

/** A media type that is in a range. */
function concreteType(range: string): string {
  return range.startsWith('*') ? 'text/plain' : range.replace('*', 'png');
}

/** A field that is sent as JSON, also as a file: browsers send a blob as one. */
function jsonPart(inner: AnyField): AnyField {
  return changed(jsonText(inner), (raw, parse) =>
    parse(raw instanceof UploadedFile ? repairUtf8(raw.bytes) : raw),
  );
}

/** A list of such fields. Each may be as long as a body, and is read in steps before all of them are put together. */
function jsonParts(part: AnyField, items: Items): AnyField {
  const parseInSteps = defined(part.parseInSteps);
  return {
    ...list(part, items),
    *parseInSteps(raw) {
      const read = new Map<unknown, unknown>();
      for (const each of [raw].flat()) {
        read.set(each, yield* parseInSteps(each));
        yield;
      }
      return list(derive(part, { parse: (each) => read.get(each) }), items).parse(raw);
    },
  };
}

/** Tells whether a part of a schema says that it is a file. */
export function isBinary({ value }: LocatedSchema): boolean {
  return value.format === 'binary' || value.contentMediaType !== undefined;
}

/**
 * A body of several parameters, as FastAPI reads it: each is validated separately, `null` counts as missing, and in a body
 * that is not an object all are missing.
 */
function embedded(shape: Shape): AnyField {
  const parseProperties = propertiesParser(shape);
  const read = (raw: unknown) => {
    if (raw !== null && !isRecord(raw)) return allMissing(Object.keys(shape));
    const sent = isRecord(raw) ? Object.entries(raw).filter(([, value]) => value !== null) : [];
    return parseProperties(Object.fromEntries(sent), null);
  };
  return derive(unknown(), {
    parse: read,
    absent: () => read(null),
    describe: () => ({ type: 'object' }),
    samples: (like, open) => objectSamples(Object.entries(shape), false, like, open),
    takesAnyText: false,
    required: true,
    isEmbedded: true,
  });
}

function allMissing(names: readonly string[]): Issues | Readonly<Record<string, never>> {
  const found = new Found();
  for (const name of names) found.add(wrong('missing', null), [name]);
  return found.issues ?? {};
}

/**
 * The way in which a field of a form, or each item of a list, is sent: as a text or a file, as JSON, in one text with the other
 * items, or in a way that is not read.
 */
type Sending = 'plain' | 'json' | 'joined' | 'unread';

/** The styles in which the items of a list are joined. */
const JOINED = /^(?:form|spaceDelimited|pipeDelimited)$/;

/** Reads how a field is sent from its Encoding Object, if there is one. Objects are sent as JSON by default. */
export function sendingOf(schema: Located, encoding: Located, references: References): Sending {
  if (isUsual(schema, encoding, references)) return 'plain';
  const item = itemOf(schema, references);
  const isObject = isOnlyObject(item, references);
  const style = textIn(encoding, 'style');
  const isList = possibleTypes(schema, references).includes('array');
  const isApart = within(encoding, 'explode').value ?? (style ?? 'form') === 'form';
  const isText = !isObject && !partsOfSchema(item, references).some(isBinary);
  if (isList && isApart === false && JOINED.test(style ?? 'form')) return isText ? 'joined' : 'unread';
  if (style !== undefined && (style !== 'form' || isObject)) return 'unread';
  const type = textIn(encoding, 'contentType') ?? (isObject ? 'application/json' : 'text/plain');
  if (isJson(type) && !type.includes('*')) return 'json';
  return isObject ? 'unread' : 'plain';
}

/** Tells whether a field is a text, number or boolean that is sent as usual: most are, and there may be thousands. */
export function isUsual(schema: Located, encoding: Located, references: References): boolean {
  if (encoding.value !== undefined) return false;
  const { value } = isFree(Object(schema.value), '$ref') ? references.follow(schema) : schema;
  return isRecord(value) && plainRules(value) !== undefined;
}

/** The schema of the items of a list; that of any other value is its own. */
export function itemOf(schema: Located, references: References): Located {
  const [items = schema] = keywordIn(partsOfSchema(schema, references), 'items');
  return items;
}

/** Tells whether the values of a schema are objects, or null. */
function isOnlyObject(schema: Located, references: References): boolean {
  const types = possibleTypes(schema, references);
  return types.includes('object') && types.every((type) => type === 'object' || type === 'null');
}
