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
import { optionalField } from './optional.ts';
import { type Lazily, lazyShape } from './parameters.ts';
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
    return isForm(type) ? formBody(schema, reader) : 'unread';
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
  if (isEmbedded) return embedded(lazyShape(propertyEntries(target, reader)));
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

/** Makes a form. One that is a pydantic model reads an empty text as a value, and may forbid other fields. */
function formBody(schema: Located, reader: FieldReader): FormBody {
  const target = reader.references.follow(schema);
  const isModel = reader.isFastapi && textIn(target, 'title')?.startsWith('Body_') === false;
  const others = isRecord(target.value) && target.value.additionalProperties === false;
  return { form: lazyShape(propertyEntries(target, reader, true)), emptyTexts: isModel, others };
}

function propertyEntries(target: Located, reader: FieldReader, isInForm = false): Lazily {
  const required = itemsOf(within(target, 'required')).map(({ value }) => value);
  const entries = partsOf(within(target, 'properties')).map(([name, part]): [string, () => AnyField] => [
    name,
    () => {
      const inner = isInForm ? formField(part, reader) : reader.fieldOf(part);
      return required.includes(name) ? inner : optionalField(inner, part.value);
    },
  ]);
  return Object.fromEntries(entries);
}

/** Makes a field of a form, which may be a file or a list of files. */
function formField(part: Located, reader: FieldReader): AnyField {
  const target = reader.references.follow(part);
  if (isFile(target)) return file();
  const items = reader.references.follow(within(target, 'items'));
  if (isFile(items)) return list(file(), itemsIn(Object(target.value)));
  const found = itemsOf(within(target, 'anyOf')).find((member) => isFile(reader.references.follow(member)));
  return found ? file() : reader.fieldOf(part);
}

function isFile({ value }: Located): boolean {
  return isRecord(value) && (value.format === 'binary' || value.contentMediaType !== undefined);
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
