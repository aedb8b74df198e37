import type { Contract } from '../contract/endpoint.ts';
import { routedPath } from '../contract/path.ts';
import type { JsonSchema } from '../fields/definitions.ts';
import { isRecord, mapValues } from '../fields/values.ts';
import type { ErrorFormat } from '../http/error-format.ts';
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
 * that are not sent as it declares them. Undefined if the contract was made from none.
 */
export function* servedDocument(
  { document, endpoints }: Contract,
  { basePath, errors }: ServedOptions,
): Steps<JsonSchema | undefined> {
  if (!document) return undefined;
  const { servers: _, ...others } = document;
  const components = recordIn(document, 'components');
  const known = recordIn(components, 'schemas');
  const schemas = new Schemas(undefined, Object.keys(known));
  const responses = new Map<string, JsonSchema>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const automatic = automaticResponses(name, endpoint, { errors, schemas });
    const sent = [...automatic].filter(([status]) => !errors.isDeclared?.(name, status));
    responses.set(`${endpoint.method} ${endpoint.path}`, Object.fromEntries(sent));
    yield;
  }
  const all = { responses: Object.fromEntries(responses), schemas: schemas.all };
  const added = yield* inVersionOf(document, all);
  const writer = new ErrorAdder(document, added.responses);
  return {
    ...others,
    ...serversAt(basePath),
    ...(isRecord(document.paths) && { paths: yield* mapInSteps(document.paths, writer.item) }),
    ...(Object.keys(added.schemas).length > 0 && {
      components: { ...components, schemas: { ...known, ...added.schemas } },
    }),
  };
}

/** What is added to a document. */
interface Added {
  /** Responses by status, by the methods and paths of their operations. */
  readonly responses: JsonSchema;
  readonly schemas: JsonSchema;
}

function* inVersionOf({ openapi }: JsonSchema, { responses, schemas }: Added): Steps<Added> {
  if (!String(openapi).startsWith('3.0')) return { responses, schemas };
  const { paths, components } = yield* toVersion30({ paths: responses, components: { schemas } });
  return { responses: Object(paths), schemas: recordIn(Object(components), 'schemas') };
}

/** Adds the errors that are sent to the operations of a document. */
class ErrorAdder {
  readonly #document: JsonSchema;
  readonly #responses: JsonSchema;

  constructor(document: JsonSchema, responses: JsonSchema) {
    this.#document = document;
    this.#responses = responses;
  }

  /** Returns the item of a path with the errors of its operations. */
  readonly item = (written: unknown, path: string): unknown => {
    const item = this.#follow(written);
    if (!isRecord(item)) return written;
    return mapValues(item, (operation, method) => {
      const sent = recordIn(this.#responses, `${method.toUpperCase()} ${routedPath(path)}`);
      if (!isRecord(operation) || Object.keys(sent).length === 0) return operation;
      const declared = recordIn(operation, 'responses');
      return { ...operation, responses: { ...declared, ...this.#added(sent, declared) } };
    });
  };

  #added(sent: JsonSchema, declared: JsonSchema): JsonSchema {
    return mapValues(sent, (response, status) =>
      this.#both(Object(response), this.#follow(declared[status])),
    );
  }

  /** Combines the response that is sent with the declared one, which requests may ask for. */
  #both(sent: JsonSchema, declared: unknown): JsonSchema {
    if (!isRecord(declared)) return sent;
    const known = recordIn(declared, 'content');
    const content = mapValues(recordIn(sent, 'content'), (media, type) => eitherMedia(media, known[type]));
    return { ...sent, ...declared, content: { ...known, ...content } };
  }

  /** The part of the document that a reference leads to. */
  #follow(part: unknown): unknown {
    let found = part;
    while (isRecord(found) && typeof found.$ref === 'string') found = partAt(this.#document, found.$ref);
    return found;
  }
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
