import { isRecord } from '../fields/values.ts';
import { defined } from '../text/guards.ts';
import { escapeStep, type Files, type Kind, kindOfItem, kindOfMember, step } from './located.ts';
import { DocumentError, split, stepsOf } from './references.ts';
import { isForm } from './schema.ts';

/**
 * Rewrites documents of Swagger 2.0 as OpenAPI 3.0, from which everything else is made. The packages that do so depend on a dozen
 * others, or change their interface every month.
 */
export function upgraded(files: Files): Files {
  const { root, byAddress } = files;
  if (!isSwagger(byAddress.get(root))) return files;
  const all = Array.from(byAddress, ([address, file]): [string, unknown] => [
    address,
    new Upgrade(files, address).file(file),
  ]);
  return { root, byAddress: new Map(all) };
}

type Json = Readonly<Record<string, unknown>>;

/** Tells whether a file is a document of Swagger 2.0. */
export function isSwagger(file: unknown): file is Json {
  return isRecord(file) && /^2(?:\.|$)/.test(String(file.swagger));
}

const JSON_TYPE = 'application/json';
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** What the operations of a document share. */
interface Shared {
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly parameters: Json;
  readonly byReference: ReadonlyMap<unknown, unknown>;
}

const nothingShared: Shared = { consumes: [], produces: [], parameters: {}, byReference: new Map() };

/** A parameter, and the reference to it if it is one of those that are shared. */
interface Found {
  readonly parameter: Json;
  readonly reference?: Json;
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

/** The limit on the media types of all bodies and replies of a file. */
const MAX_TYPES = 200_000;

/** The rewriting of one file. */
class Upgrade {
  readonly #files: Files;
  readonly #address: string;
  /** How many media types bodies may still have. */
  #types = MAX_TYPES;

  constructor(files: Files, address: string) {
    this.#files = files;
    this.#address = address;
  }

  /** Rewrites a document, or a file that has a part of one: the item of a path, or schemas. */
  file(file: unknown): unknown {
    if (isSwagger(file)) return this.#document(file);
    const isPath = isRecord(file) && Object.keys(file).some((name) => methods.has(name));
    return isPath ? this.#path(file, nothingShared) : this.#schema(file);
  }

  #document(document: Json): Json {
    const { swagger: _, host, basePath, schemes, consumes, produces, ...kept } = document;
    const { definitions, parameters, responses, securityDefinitions, paths, ...rest } = kept;
    const shared = {
      consumes: textsOf(consumes),
      produces: textsOf(produces),
      parameters: recordOf(parameters),
      byReference: new Map(
        Object.entries(recordOf(parameters)).map(([name, each]) => [SHARED + escapeStep(name), each]),
      ),
    };
    const components = {
      schemas: mapped(definitions, (schema) => this.#schema(schema)),
      parameters: mapped(parametersIn(shared.parameters, isPlain), (each) => this.#parameter(each)),
      requestBodies: mapped(parametersIn(shared.parameters, isBody), (each) =>
        this.#body(each, shared.consumes),
      ),
      responses: mapped(responses, (response) => this.#response(response, shared.produces)),
      securitySchemes: mapped(securityDefinitions, schemeOf),
    };
    return {
      openapi: '3.0.3',
      ...rest,
      servers: serversOf(host, basePath, schemes),
      ...(paths !== undefined && { paths: mapped(paths, (item) => this.#path(item, shared)) }),
      components,
    };
  }

  #path(item: unknown, shared: Shared): Json {
    const { parameters, ...others } = recordOf(item);
    const all = this.#found(parameters, shared);
    return changed(others, (value, name) => {
      if (name === '$ref') return this.#reference(value);
      return methods.has(name) ? this.#operation(recordOf(value), all, shared) : value;
    });
  }

  #operation(operation: Json, ofPath: readonly Found[], shared: Shared): Json {
    const { consumes, produces, parameters, responses, schemes: _, ...rest } = operation;
    const all = [...ofPath, ...this.#found(parameters, shared)];
    const byKey = [...new Map(all.map((each) => [keyOf(each), each])).values()];
    const sent = byKey.filter(({ parameter }) => isPlain(parameter));
    const requestBody = this.#requestBody(
      byKey,
      consumes === undefined ? shared.consumes : textsOf(consumes),
    );
    const types = produces === undefined ? shared.produces : textsOf(produces);
    return {
      ...rest,
      ...(sent.length > 0 && {
        parameters: sent.map(({ reference, parameter }) => reference ?? this.#parameter(parameter)),
      }),
      ...(requestBody && { requestBody }),
      responses: mapped(responses, (response) => this.#response(response, types)) ?? {},
    };
  }

  /** The parameters of a list; of one that is shared, also the reference to it. */
  #found(parameters: unknown, shared: Shared): readonly Found[] {
    return listOf(parameters).flatMap((each) => {
      const { $ref } = recordOf(each);
      if ($ref === undefined) return { parameter: recordOf(each) };
      // One of an operation may be elsewhere in a list of OpenAPI, or in none.
      if (IN_LIST.test(String($ref))) return this.#found([this.#target(String($ref))], shared);
      return {
        parameter: recordOf(shared.byReference.get($ref)),
        reference: { $ref: this.#reference($ref) },
      };
    });
  }

  #requestBody(all: readonly Found[], consumes: readonly string[]): Json | undefined {
    const body = all.find(({ parameter }) => isBody(parameter));
    if (body?.reference)
      return { $ref: String(body.reference.$ref).replace('/parameters/', '/requestBodies/') };
    if (body) return this.#body(body.parameter, consumes);
    const fields = all.map(({ parameter }) => parameter).filter((each) => each.in === 'formData');
    return fields.length > 0 ? this.#form(fields, consumes) : undefined;
  }

  #body(body: unknown, consumes: readonly string[]): Json {
    const { schema, required, description } = recordOf(body);
    const media = { schema: this.#schema(schema ?? {}) };
    return {
      ...(description !== undefined && { description }),
      content: this.#content(orJson(consumes), () => media),
      ...(required !== undefined && { required }),
    };
  }

  /** Makes a form, of which each field was a parameter. One with a file is sent in parts. */
  #form(fields: readonly Json[], consumes: readonly string[]): Json {
    const hasFile = fields.some(({ type }) => type === 'file');
    const declared = consumes.filter((type) => isForm(type) && !(hasFile && type.startsWith(URLENCODED)));
    const types = declared.length > 0 ? declared : [hasFile ? MULTIPART : URLENCODED];
    const required = fields.filter((each) => each.required === true).map(({ name }) => String(name));
    const joined = fields.filter((each) => each.type === 'array' && each.collectionFormat !== 'multi');
    const properties = fields.map((each) => {
      const { name, description } = each;
      return [String(name), { ...this.#value(each), ...(description !== undefined && { description }) }];
    });
    const encoding = joined.map((each) => [String(each.name), styleOf({ ...each, in: 'query' })]);
    const media = {
      schema: { type: 'object', properties: Object.fromEntries(properties), required },
      encoding: Object.fromEntries(encoding),
    };
    return {
      content: this.#content(types, () => media),
      required: required.length > 0,
    };
  }

  #parameter(written: unknown): Json {
    const parameter = recordOf(written);
    const kept = Object.entries(parameter).filter(([name]) => isOuter(name) && !examples.includes(name));
    return { ...Object.fromEntries(kept), schema: this.#value(parameter), ...styleOf(parameter) };
  }

  /** The schema of a parameter, a header or a field of a form, whose keywords are among those of its own. */
  #value(written: Json): Json {
    const { collectionFormat: _, example = written['x-example'], ...rest } = written;
    const entries = Object.entries(rest).filter(([name]) => !isOuter(name));
    const schema = recordOf(this.#schema(Object.fromEntries(entries)));
    return example === undefined ? schema : { ...schema, example };
  }

  #response(written: unknown, produces: readonly string[]): Json {
    const response = recordOf(written);
    if (response.$ref !== undefined) return { $ref: this.#reference(response.$ref) };
    const { schema, examples: given, headers, ...rest } = response;
    const replies = recordOf(given);
    const declared = schema === undefined ? [] : orJson(produces);
    const media = schema === undefined ? {} : { schema: this.#schema(schema) };
    const content = this.#content([...new Set([...declared, ...Object.keys(replies)])], (type) =>
      replies[type] === undefined ? media : { ...media, example: replies[type] },
    );
    const sent = mapped(headers, (header) => {
      const { description } = recordOf(header);
      return { ...(description !== undefined && { description }), schema: this.#value(recordOf(header)) };
    });
    return {
      ...rest,
      ...(sent && { headers: sent }),
      ...(Object.keys(content).length > 0 && { content }),
    };
  }

  /** The same in each of the media types, which a document may list once for all its operations. */
  #content(types: readonly string[], mediaOf: (type: string) => Json): Json {
    this.#types -= types.length;
    if (this.#types < 0) throw new DocumentError(`The document has more than ${MAX_TYPES} media types`);
    return Object.fromEntries(types.map((type) => [type, mediaOf(type)]));
  }

  #schema(schema: unknown): unknown {
    return this.#copy(schema, 'part');
  }

  #copy(value: unknown, kind: Kind): unknown {
    if (kind === 'data') return value;
    if (Array.isArray(value)) return value.map((item) => this.#copy(item, kindOfItem(kind)));
    if (!isRecord(value)) return value;
    const made = changed(value, (member, name) => this.#copy(member, kindOfMember(kind, name, member)));
    return kind === 'part' ? { ...made, ...this.#renamed(value) } : made;
  }

  /** The keywords of a schema that have become others. */
  #renamed({ $ref, type, discriminator, 'x-nullable': nullable }: Json): Json {
    return {
      ...(typeof $ref === 'string' && { $ref: this.#reference($ref) }),
      ...(type === 'file' && { type: 'string', format: 'binary' }),
      ...(typeof discriminator === 'string' && { discriminator: { propertyName: discriminator } }),
      ...(nullable === true && { nullable }),
    };
  }

  /** The reference to what has moved among the components, in this file or another document. */
  #reference($ref: unknown): unknown {
    if (typeof $ref !== 'string') return $ref;
    const { address, pointer } = split($ref, this.#address);
    const file = this.#files.byAddress.get(address);
    if (!isSwagger(file)) return $ref;
    const inner = inContent(file, pointer);
    const [from, to] = moved.find(([each]) => inner.startsWith(each)) ?? ['', ''];
    return `${$ref.slice(0, $ref.length - pointer.length)}${to}${inner.slice(from.length)}`;
  }

  /** What a reference to a place of this file or another leads to. */
  #target($ref: string): unknown {
    const { address, pointer } = split($ref, this.#address);
    return valueAt(this.#files.byAddress.get(address), pointer);
  }
}

const SHARED = '#/parameters/';
/** A reference to a parameter in the list of an operation or of a path. */
const IN_LIST = /#\/paths\/.*\/parameters\/\d+$/;

/** Places in the schema of a response or of a body, of an operation or shared. */
const IN_SCHEMA = /^(\/paths\/[^/]+\/[^/]+)?\/(responses|parameters)\/([^/]+)\/schema(?=\/|$)/;

/** The place of what has moved with the schema of a response or of a body into its first media type. */
function inContent(file: Json, pointer: string): string {
  return pointer.replace(IN_SCHEMA, (_, operation = '', kind: string, name: string) => {
    const isReply = kind === 'responses';
    const own = recordOf(valueAt(file, operation));
    const types = isReply ? (own.produces ?? file.produces) : (own.consumes ?? file.consumes);
    const body = operation === '' ? `/components/requestBodies/${name}` : `${operation}/requestBody`;
    const holder = isReply ? `${operation}/responses/${name}` : body;
    return `${holder}/content/${escapeStep(defined(orJson(textsOf(types))[0]))}/schema`;
  });
}

function valueAt(file: unknown, pointer: string): unknown {
  return defined(stepsOf(pointer)).reduce(step, file);
}

/** The places of what is shared, and where it moves. */
const moved: readonly (readonly [from: string, to: string])[] = [
  ['/definitions/', '/components/schemas/'],
  ['/parameters/', '/components/parameters/'],
  ['/responses/', '/components/responses/'],
];

const examples: readonly string[] = ['example', 'x-example'];
const outer: ReadonlySet<string> = new Set(['name', 'in', 'required', 'description', 'allowEmptyValue']);

/** Tells whether a keyword of a parameter is one of the parameter, not of its value. */
function isOuter(name: string): boolean {
  return outer.has(name) || name.startsWith('x-');
}

function isBody(parameter: Json): boolean {
  return parameter.in === 'body';
}

function isPlain(parameter: Json): boolean {
  return !isBody(parameter) && parameter.in !== 'formData';
}

function parametersIn(all: Json, is: (parameter: Json) => boolean): Json {
  return Object.fromEntries(Object.entries(all).filter(([, each]) => is(recordOf(each))));
}

/** Parameters of one name and place replace each other, and so do bodies. */
function keyOf({ parameter, reference }: Found): string {
  if (isBody(parameter)) return 'body';
  return parameter.name === undefined ? String(reference?.$ref) : `${parameter.in} ${parameter.name}`;
}

function serversOf(host: unknown, basePath: unknown, schemes: unknown): readonly Json[] {
  const path = typeof basePath === 'string' && basePath !== '/' ? basePath : '';
  const [scheme = 'https'] = textsOf(schemes);
  return [{ url: typeof host === 'string' ? `${scheme}://${host}${path}` : path || '/' }];
}

/** The name, among the extensions of a parameter, of the format of a list for which OpenAPI has no style. */
export const COLLECTION_FORMAT = 'x-collection-format';
export const TABS = 'tsv';

/** The styles of lists that are joined otherwise than by commas. */
const styles: ReadonlyMap<unknown, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
]);

function styleOf({ type, collectionFormat, in: part }: Json): Json {
  if (type !== 'array') return {};
  if (collectionFormat === 'multi') return { style: 'form', explode: true };
  const style = styles.get(collectionFormat) ?? (part === 'query' ? 'form' : 'simple');
  return { style, explode: false, ...(collectionFormat === TABS && { [COLLECTION_FORMAT]: TABS }) };
}

const flows: ReadonlyMap<unknown, string> = new Map([
  ['accessCode', 'authorizationCode'],
  ['application', 'clientCredentials'],
]);

function schemeOf(written: unknown): unknown {
  const { type, flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = recordOf(written);
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' };
  if (type !== 'oauth2') return written;
  const urls = Object.entries({ authorizationUrl, tokenUrl }).filter(([, url]) => url !== undefined);
  return {
    ...rest,
    type,
    flows: { [flows.get(flow) ?? String(flow)]: { ...Object.fromEntries(urls), scopes } },
  };
}

function orJson(types: readonly string[]): readonly string[] {
  return types.length > 0 ? types : [JSON_TYPE];
}

/** Changes each member but extensions. */
function changed(value: Json, change: (member: unknown, name: string) => unknown): Json {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name.startsWith('x-') ? member : change(member, name),
    ]),
  );
}

/** The same for what may be missing. */
function mapped(value: unknown, change: (member: unknown, name: string) => unknown): Json | undefined {
  return isRecord(value) ? changed(value, change) : undefined;
}

function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}
