import type { Body, Endpoint, FormBody } from '../../contract/endpoint.ts';
import { type AnyField, field } from '../../fields/field.ts';
import { file } from '../../fields/file.ts';
import { lazy } from '../../fields/lazy.ts';
import { list } from '../../fields/list.ts';
import { propertiesParser, type Shape } from '../../fields/properties.ts';
import { isRecord } from '../../fields/record.ts';
import { objectSamples } from '../../fields/samples/object.ts';
import { unknown } from '../../fields/unknown.ts';
import { essenceOf } from '../../http/media.ts';
import { type Issue, Issues } from '../../issues/issue.ts';
import { once } from '../../text/once.ts';
import { itemsIn } from './array.ts';
import type { FieldReader } from './fields.ts';
import { wrong } from './issues.ts';
import { isForm, isJson } from './media.ts';
import { type FieldOf, keywordIn, type LocatedSchema, mergedOf, type ObjectSchema } from './object-schema.ts';
import { optionalField } from './optional.ts';
import { type Lazily, lazyShape } from './parameters.ts';
import { partsOfSchema } from './parts.ts';
import { propertiesOf, propertyField } from './properties.ts';
import { itemsOf, type Located, partsOf, textIn, within } from './references.ts';

/** The bodies that an operation accepts: the preferred one, and those of other media types. */
export type ReadBody = Pick<Endpoint, 'body' | 'otherBody'>;

type Media = readonly [type: string, media: Located];

/** Reads the bodies of an operation. JSON is preferred, then forms, then any other type, which is not checked. */
export function readBody(requestBody: Located, reader: FieldReader): ReadBody {
  const content = partsOf(within(requestBody, 'content'));
  const first =
    content.find(([type]) => isJson(type)) ?? content.find(([type]) => isForm(type)) ?? content[0];
  if (!first) return {};
  const isRequired = within(requestBody, 'required').value === true;
  const bodyOf = ([type, media]: Media): Body => {
    const schema = within(media, 'schema');
    if (isJson(type)) return jsonBody(schema, isRequired, reader);
    return isForm(type) ? formBody(schema, isRequired, reader) : 'unread';
  };
  const others = content.filter((each) => each !== first);
  const body = bodyOf(first);
  return others.length > 0 ? { body, otherBody: chooser(first[0], others, bodyOf) } : { body };
}

/** Chooses the body by media type. A form of either type is accepted even if only one is declared. */
function chooser(
  first: string,
  others: readonly Media[],
  bodyOf: (media: Media) => Body,
): (contentType: string) => Body | undefined {
  const byType = new Map(others.map((media) => [essenceOf(media[0]), once(() => bodyOf(media))]));
  const form = isForm(first) ? undefined : [...byType].find(([type]) => isForm(type))?.[1];
  return (contentType) => {
    const type = essenceOf(contentType);
    if (type === essenceOf(first)) return undefined;
    const body = byType.get(type) ?? (isForm(type) ? form : undefined);
    return body?.();
  };
}

function jsonBody(schema: Located, isRequired: boolean, reader: FieldReader): AnyField {
  const target = reader.references.follow(schema);
  const isEmbedded = reader.isFastapi && textIn(target, 'title')?.startsWith('Body_') === true;
  if (isEmbedded) {
    const schemas = partsOfSchema(target, reader.references);
    return embedded(lazyShape(propertyEntries(schemas, (part) => reader.fieldOf(part))));
  }
  const body = deferred(() => reader.fieldOf(schema));
  return isRequired ? body : optionalField(body, undefined);
}

/** A field that is made on first use. */
function deferred(make: () => AnyField): AnyField {
  let made: AnyField | undefined;
  const body = lazy(() => {
    made ??= make();
    return made;
  });
  // The document is served as written, so no schema is needed; a deep one could overflow the call stack.
  return { ...body, describe: () => ({}) };
}

/**
 * Makes a form. One that is a pydantic model reads an empty text as a value, and may forbid other fields. FastAPI reads a form
 * that is left out as one without fields.
 */
function formBody(schema: Located, isRequired: boolean, reader: FieldReader): FormBody {
  const schemas = partsOfSchema(schema, reader.references);
  const fieldOf = (part: Located) => formField(part, reader);
  const title = schemas.map((part) => textIn(part, 'title')).find((each) => each !== undefined);
  const isModel = reader.isFastapi && title?.startsWith('Body_') === false;
  const others = otherFields(schemas, fieldOf);
  const form = lazyShape(propertyEntries(schemas, fieldOf));
  const isOptional = !isRequired && !reader.isFastapi;
  return { form, emptyTexts: isModel, isOptional, ...(others && { others }) };
}

/** Reads what a form says of fields that it does not declare. If patterns say more, they are not checked. */
function otherFields(schemas: ObjectSchema, fieldOf: FieldOf): FormBody['others'] {
  const others = keywordIn(schemas, 'additionalProperties');
  const [first] = others;
  if (!first || keywordIn(schemas, 'patternProperties').length > 0) return undefined;
  if (others.some(({ value }) => value === false)) return 'forbid';
  return isRecord(first.value) ? fieldOf(first) : undefined;
}

function propertyEntries(schemas: ObjectSchema, fieldOf: FieldOf): Lazily {
  const properties = propertiesOf(schemas);
  return Object.fromEntries(properties.map((each) => [each.name, () => propertyField(each, fieldOf)]));
}

/** Makes a field of a form, which may be a file or a list of files. */
function formField(part: Located, reader: FieldReader): AnyField {
  const schemas = partsOfSchema(part, reader.references);
  const isFile = (each: Located) => partsOfSchema(each, reader.references).some(isBinary);
  if (schemas.some(isBinary)) return file();
  const [items] = keywordIn(schemas, 'items');
  if (items && isFile(items)) return list(file(), itemsIn(mergedOf(schemas)));
  const members = schemas.flatMap((each) => itemsOf(within(each, 'anyOf')));
  return members.some(isFile) ? file() : reader.fieldOf(part);
}

function isBinary({ value }: LocatedSchema): boolean {
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
  return field<unknown>({
    ...unknown(),
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
  const issues: Issue[] = [];
  for (const name of names) wrong('missing', null).collect(issues, [name]);
  return Issues.of(issues) ?? {};
}
