import type { Endpoint } from '../contract/endpoint.ts';
import { templateOf } from '../contract/path.ts';
import type { JsonSchema } from '../fields/field.ts';
import { isRecord, mapValues } from '../fields/values.ts';
import { decodeSegment } from '../text/bytes.ts';
import { ensure } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';

/** The limit on references that lead to references. */
const MAX_STEPS = 20;
/** The limit on the schemas of which one consists: each may consist of all others. */
const MAX_PARTS = 1000;
/** The most of those that are remembered. */
const MAX_WHOLES = 100;
const SCHEMAS = '#/components/schemas/';
/** The type of a scheme in which clients show a certificate. */
export const CERTIFICATE = 'mutualTLS';
const METHOD = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;

/** One way to be authorized: all of these schemes, by name, each with the scopes that are needed. */
export type Requirement = readonly {
  readonly name: string;
  readonly scheme: JsonSchema;
  readonly scopes: readonly string[];
}[];

/** A value with a name: a property, a parameter, a header. */
export interface Named {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  /** What stands beside the schema, such as the description of a parameter. */
  readonly beside?: JsonSchema;
  /** The part of the request in which a parameter is sent. */
  readonly part?: string;
}

/** A body in one media type. */
export interface Media {
  readonly type: string;
  readonly schema: unknown;
  readonly examples: Iterable<Example>;
}

export interface Example {
  readonly title?: string;
  readonly about?: string | undefined;
  readonly value: unknown;
}

/** What an OpenAPI document says about an API, with its references followed. */
export class Description {
  readonly document: JsonSchema;
  /** Schemas that consist of others, as they were read last. */
  readonly #wholes = new Map<JsonSchema, JsonSchema>();
  /** The values that references led to: a page asks for those of a union several times, and an address may be long. */
  readonly #found = new Map<string, unknown>();

  constructor(document: JsonSchema) {
    this.document = document;
  }

  /** The object that a value is or refers to; an empty one if there is none. */
  follow(value: unknown): JsonSchema {
    let found = value;
    for (let step = 0; step < MAX_STEPS && isRecord(found) && typeof found.$ref === 'string'; step++)
      found = this.#at(found.$ref);
    return isRecord(found) ? found : {};
  }

  /** The value at a local reference. */
  #at(reference: string): unknown {
    return ensure(this.#found, reference, () =>
      reference
        .split('/')
        .slice(1)
        .map(unescaped)
        .reduce<unknown>(
          (found, key) => (Object.hasOwn(Object(found), key) ? Object(found)[key] : undefined),
          this.document,
        ),
    );
  }

  /**
   * The schema that a value is or refers to, with all of which it consists, each once, in the words of OpenAPI 3.1. One that combines
   * a single other adds to what that is as a whole: thousands may share it.
   */
  read(schema: unknown, left = MAX_STEPS): JsonSchema {
    const found = this.follow(schema);
    const { allOf, ...own } = modern(found);
    if (!Array.isArray(allOf)) return withBeside(own, schema);
    if (this.#wholes.size >= MAX_WHOLES) this.#wholes.clear();
    const whole = ensure(this.#wholes, found, () =>
      joined(allOf.length === 1 && left ? [this.read(allOf[0], left - 1), own] : this.#partsOf(found)),
    );
    return withBeside(whole, schema);
  }

  #partsOf(schema: unknown, seen = new Set<JsonSchema>(), parts: JsonSchema[] = []): JsonSchema[] {
    const found = this.follow(schema);
    if (seen.has(found) || seen.size === MAX_PARTS) return parts;
    seen.add(found);
    const { allOf, ...others } = modern(found);
    if (Array.isArray(allOf)) for (const each of allOf) this.#partsOf(each, seen, parts);
    parts.push(withBeside(others, schema));
    return parts;
  }

  /** The member of an object, if that is an object. */
  record(parent: JsonSchema, name: string): JsonSchema {
    return this.follow(parent[name]);
  }

  /** The members of a list that are objects. */
  list(value: unknown): JsonSchema[] {
    return Array.isArray(value) ? value.map((each) => this.follow(each)) : [];
  }

  /** A parameter or header. It has a schema, or content with one. */
  parameter(given: JsonSchema): Named {
    const { name, in: part, required, schema, example, examples } = given;
    const [media] = this.media(given);
    // All of them are read where they are shown.
    const [first] = this.examples(given);
    return {
      name: String(name),
      schema: schema ?? media?.schema ?? {},
      isRequired: required === true,
      beside: withBeside(first ? { example, examples } : {}, given),
      ...(typeof part === 'string' && { part }),
    };
  }

  /** The parameters of an operation. */
  parameters(operation: JsonSchema): Named[] {
    return this.list(operation.parameters).map((each) => this.parameter(each));
  }

  /** The properties of a schema that was read, one after the other: there may be more than a hundred thousand. */
  *properties({ properties, required }: JsonSchema): Iterable<Named> {
    const needed = new Set<unknown>(Array.isArray(required) ? required : []);
    if (isRecord(properties))
      for (const name of Object.keys(properties))
        yield { name, schema: properties[name], isRequired: needed.has(name) };
  }

  /** A body of a request or a response, by media type. */
  media(body: JsonSchema): Media[] {
    return Object.entries(this.record(body, 'content')).map(([type, given]) => {
      const media = this.follow(given);
      return { type, schema: media.schema ?? {}, examples: this.examples(media) };
    });
  }

  /** The examples of a value, each read when it is asked for: a list in a schema, one or several with names beside it. */
  *examples({ example, examples }: JsonSchema): Iterable<Example> {
    if (example !== undefined) return yield { value: example };
    const all = isRecord(examples) ? examples : {};
    if (Array.isArray(examples)) for (const value of examples) yield { value };
    for (const name of Object.keys(all)) {
      const each = this.follow(all[name]);
      if ('value' in each)
        yield {
          title: textIn(each, 'summary') ?? name,
          about: textIn(each, 'description'),
          value: each.value,
        };
    }
  }

  /** The schemas with a name. */
  get models(): JsonSchema {
    return this.#components('schemas');
  }

  /** The requests that the service sends to its clients, by name. */
  get webhooks(): JsonSchema {
    return this.record(this.document, 'webhooks');
  }

  /** The operation of an endpoint. */
  operation({ method, path }: Endpoint): JsonSchema {
    return this.#operationIn(this.follow(this.#paths[this.#documented(path)]), method.toLowerCase());
  }

  get #paths(): JsonSchema {
    return this.record(this.document, 'paths');
  }

  /** The path of an endpoint as the document writes it. */
  #documented(path: string): string {
    const paths = this.#paths;
    return [path, templateOf(path), decoded(path)].find((each) => Object.hasOwn(paths, each)) ?? path;
  }

  /** The operations of a callback or a webhook, by method. */
  operations(given: unknown): (readonly [method: string, operation: JsonSchema])[] {
    const item = this.follow(given);
    const methods = Object.keys(item).filter((key) => METHOD.test(key));
    return methods.map((method) => [method.toUpperCase(), this.#operationIn(item, method)]);
  }

  /** One operation of a path, with the parameters and the servers of all of them. */
  #operationIn(item: JsonSchema, method: string): JsonSchema {
    const operation = this.record(item, method);
    const own = this.list(operation.parameters);
    const keyOf = ({ name, in: part }: JsonSchema) => `${part} ${name}`;
    const names = new Set(own.map(keyOf));
    const shared = this.list(item.parameters).filter((each) => !names.has(keyOf(each)));
    const { servers = item.servers } = operation;
    return { ...operation, parameters: [...shared, ...own], ...(servers !== undefined && { servers }) };
  }

  /** Sorts endpoints as the document lists them; those that it does not list come last. */
  *inOrder<Listed extends { readonly endpoint: Endpoint }>(entries: readonly Listed[]): Steps<Listed[]> {
    const byRoute = new Map<string, Listed>();
    for (const each of entries) {
      const { method, path } = each.endpoint;
      byRoute.set(`${method.toLowerCase()} ${this.#documented(path)}`, each);
      yield;
    }
    const listed = Object.entries(this.#paths).flatMap(([path, item]) =>
      Object.keys(this.follow(item)).flatMap((method) => byRoute.get(`${method} ${path}`) ?? []),
    );
    return [...new Set([...listed, ...entries])];
  }

  /** The schemes that a way to be authorized asks for. */
  requirement(way: JsonSchema): Requirement {
    const schemes = this.#components('securitySchemes');
    return Object.entries(way).map(([name, scopes]) => ({
      name,
      scheme: this.follow(schemes[name]),
      scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    }));
  }

  /** The authentication schemes of the API, by name. */
  get schemes(): Record<string, JsonSchema> {
    return mapValues(this.#components('securitySchemes'), (scheme) => this.follow(scheme));
  }

  #components(kind: string): JsonSchema {
    return this.record(this.record(this.document, 'components'), kind);
  }

  /** The description of a tag. */
  tag(name: string): JsonSchema {
    return this.list(this.document.tags).find((each) => each.name === name) ?? {};
  }
}

/** The notation of OpenAPI 3.0 in that of 3.1. */
function modern(read: JsonSchema): JsonSchema {
  const { nullable, exclusiveMinimum, exclusiveMaximum, minimum, maximum } = read;
  return {
    ...read,
    ...(nullable === true && typeof read.type === 'string' && { type: [read.type, 'null'] }),
    ...(exclusiveMinimum === true && { exclusiveMinimum: minimum, minimum: undefined }),
    ...(exclusiveMaximum === true && { exclusiveMaximum: maximum, maximum: undefined }),
  };
}

/** A schema with what stands beside the reference to it, which wins. */
function withBeside(read: JsonSchema, schema: unknown): JsonSchema {
  const { description, deprecated } = Object(schema);
  return {
    ...read,
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

/** Schemas that must all hold, as one. Of the same keyword in several, the last counts. */
function joined(parts: readonly JsonSchema[]): JsonSchema {
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  const properties = parts.map((part) => part.properties).filter(isRecord);
  return {
    ...merged(parts),
    ...(properties.length > 0 && { properties: merged(properties) }),
    ...(required.length > 0 && { required }),
  };
}

/** Merges objects. A single one may be large and shared by many, and is not copied. */
function merged(objects: readonly JsonSchema[]): JsonSchema {
  return objects.length === 1 ? Object(objects[0]) : Object.fromEntries(objects.flatMap(Object.entries));
}

/** The name of the model that a schema refers to. */
export function modelOf(schema: unknown): string | undefined {
  const { $ref } = Object(schema);
  if (typeof $ref !== 'string' || !$ref.startsWith(SCHEMAS)) return undefined;
  const name = $ref.slice(SCHEMAS.length);
  return name.includes('/') ? undefined : unescaped(name);
}

/** Reads one part of a JSON pointer in an address. */
function unescaped(part: string): string {
  return decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Decodes a path or a part of an address; returns it as it is if that is not possible. */
export function decoded(text: string): string {
  return decodeSegment(text) ?? text;
}

/** A text of a document; undefined if it is blank. */
export function textIn(parent: JsonSchema, name: string): string | undefined {
  const value = parent[name];
  return typeof value === 'string' && value.trim() ? value : undefined;
}

/** The kinds of a union. */
export function membersOf({ anyOf, oneOf }: JsonSchema): readonly unknown[] {
  const members = anyOf ?? oneOf;
  return Array.isArray(members) ? members : [];
}

/** A value, with what a document says of it. */
export interface Told {
  readonly value: unknown;
  readonly about?: string;
}

/** The first values of an enum, or of a union of single values; what each means is said in one of the ways that people use. */
export function valuesOf(read: JsonSchema, most = 1): Told[] {
  const { enum: values, 'x-enumDescriptions': named, 'x-enum-descriptions': meanings = named } = read;
  if (Array.isArray(values))
    return values
      .slice(0, most)
      .map((value, at) => told(value, [Object(meanings)[Array.isArray(meanings) ? at : value]]));
  const members = membersOf(read);
  if (!members.every((each) => isRecord(each) && 'const' in each)) return [];
  return members
    .slice(0, most)
    .map(Object)
    .map((each) => told(each.const, [each.title, each.description]));
}

export function told(value: unknown, meanings: readonly unknown[]): Told {
  const about = meanings.filter((each) => typeof each === 'string').join(': ');
  return { value, ...(about && { about }) };
}
