import type { Contract } from '../contract/endpoint.ts';
import { routedPath } from '../contract/path.ts';
import type { JsonSchema } from '../fields/definitions.ts';
import { isRecord, mapValues } from '../fields/values.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import { ensure } from '../text/memo.ts';
import { mapInSteps, type Steps } from '../text/turns.ts';
import { serversAt } from './document.ts';
import { automaticResponses, Schemas } from './responses.ts';
import { toVersion30 } from './version-3-0.ts';

interface ServedOptions {
  /** The prefix of every path of the service. */
  readonly basePath: string;
  readonly errors: ErrorFormat;
}

/**
 * The document that a contract was made from, as this service serves it: with this server in place of its own, and with those errors
 * that are not sent as it declares them.
 */
export function* servedDocument(
  { document = {}, endpoints }: Contract,
  { basePath, errors }: ServedOptions,
): Steps<JsonSchema> {
  const { servers: _, ...others } = document;
  const components = recordIn(document, 'components');
  const known = recordIn(components, 'schemas');
  const schemas = new Schemas(undefined, Object.keys(known));
  // Most operations have the same responses. Each is kept once, named by its JSON.
  const responses: Record<string, JsonSchema> = {};
  const sent = new Map<string, ReadonlyMap<number, string>>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const automatic = [...automaticResponses(name, endpoint, { errors, schemas })]
      .filter(([status]) => !errors.isDeclared?.(name, status))
      .map(([status, response]) => [status, JSON.stringify(response), response] as const);
    for (const [, key, response] of automatic) responses[key] ??= response;
    sent.set(`${endpoint.method} ${endpoint.path}`, new Map(automatic.map(([status, key]) => [status, key])));
    yield;
  }
  const added = yield* inVersionOf(document, { responses, schemas: schemas.all });
  const writer = new ErrorAdder(document, sent, added.responses);
  return {
    ...others,
    ...serversAt(basePath),
    ...(isRecord(document.paths) && {
      paths: yield* mapInSteps(document.paths, (item, path) => writer.item(item, path)),
    }),
    ...(Object.keys(added.schemas).length > 0 && {
      components: { ...components, schemas: { ...known, ...added.schemas } },
    }),
  };
}

/** What is added to a document. */
interface Added {
  /** Responses by their names. */
  readonly responses: JsonSchema;
  readonly schemas: JsonSchema;
}

/** The names of the responses of operations by status, by method and path. */
type Sent = ReadonlyMap<string, ReadonlyMap<number, string>>;

function* inVersionOf({ openapi }: JsonSchema, { responses, schemas }: Added): Steps<Added> {
  if (!String(openapi).startsWith('3.0')) return { responses, schemas };
  const { paths, components } = yield* toVersion30({ paths: responses, components: { schemas } });
  return { responses: Object(paths), schemas: recordIn(Object(components), 'schemas') };
}

/** The limit on the characters that are copied in place of references. */
const MAX_COPIED = 20_000_000;

/** Adds the errors that are sent to the operations of a document. */
class ErrorAdder {
  readonly #document: JsonSchema;
  readonly #sent: Sent;
  readonly #responses: JsonSchema;
  /** The characters of each part that a reference leads to. */
  readonly #sizes = new Map<unknown, number>();
  /** Those that may still be copied in place of references: thousands may lead to a large part. */
  #left = MAX_COPIED;

  constructor(document: JsonSchema, sent: Sent, responses: JsonSchema) {
    this.#document = document;
    this.#sent = sent;
    this.#responses = responses;
  }

  /** Returns the item of a path with the errors of its operations. */
  *item(written: unknown, path: string): Steps<unknown> {
    const item = this.#copied(written);
    if (!isRecord(item)) return written;
    const changed: Record<string, unknown> = { ...item };
    for (const [method, operation] of Object.entries(item)) {
      const sent = this.#sent.get(`${method.toUpperCase()} ${routedPath(path)}`);
      if (!isRecord(operation) || !sent?.size) continue;
      const responses = yield* this.#withSent(recordIn(operation, 'responses'), sent);
      changed[method] = { ...operation, responses };
    }
    return changed;
  }

  *#withSent(declared: JsonSchema, sent: ReadonlyMap<number, string>): Steps<JsonSchema> {
    const statuses = new Set([...Object.keys(declared), ...Array.from(sent.keys(), String)]);
    const all: Record<string, unknown> = withNumbers([...statuses]);
    for (const status of statuses) all[status] = declared[status];
    for (const [status, name] of sent) {
      const written = declared[status];
      const copied = this.#copied(written);
      all[status] = written && !copied ? written : this.#both(Object(this.#responses[name]), copied);
      yield;
    }
    return all;
  }

  /** Combines the response that is sent with the declared one, which requests may ask for. */
  #both(sent: JsonSchema, declared: unknown): JsonSchema {
    if (!isRecord(declared)) return sent;
    const known = recordIn(declared, 'content');
    const content = mapValues(recordIn(sent, 'content'), (media, type) => eitherMedia(media, known[type]));
    return { ...sent, ...declared, content: { ...known, ...content } };
  }

  /** The part to add to: also one that a reference leads to, unless copies take too much. */
  #copied(written: unknown): unknown {
    const part = this.#follow(written);
    if (part === written) return part;
    this.#left -= ensure(this.#sizes, part, () => JSON.stringify([part]).length);
    return this.#left < 0 ? undefined : part;
  }

  /** The part of the document that a reference leads to. */
  #follow(part: unknown): unknown {
    let found = part;
    while (isRecord(found) && typeof found.$ref === 'string') found = partAt(this.#document, found.$ref);
    return found;
  }
}

/** Makes an object with these properties. As it is parsed, V8 has no room in it for each number below the last, which is 5 KB. */
function withNumbers(names: readonly string[]): Record<string, unknown> {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:0`)}}`);
}

function partAt(document: JsonSchema, reference: string): unknown {
  const steps = decodeURIComponent(reference).split('/').slice(1);
  return steps.reduce<unknown>(
    (part, step) => Object(part)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** Allows both the schema of what is sent and the declared one. */
function eitherMedia(sent: unknown, declared: unknown): unknown {
  if (!isRecord(declared)) return sent;
  const schemas = [Object(sent).schema, declared.schema ?? {}];
  const isSame = new Set(schemas.map((each) => JSON.stringify(each))).size === 1;
  return isSame ? declared : { ...declared, schema: { anyOf: schemas } };
}

function recordIn(part: JsonSchema, name: string): JsonSchema {
  const { [name]: value } = part;
  return isRecord(value) ? value : {};
}
