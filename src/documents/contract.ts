import type { AnyHandler, Contract, DeclaredSecrets, Endpoint, Method } from '../contract/endpoint.ts';
import { paramNames, pathMistake, routedPath } from '../contract/path.ts';
import type { Shape } from '../fields/field.ts';
import { text } from '../fields/text.ts';
import { isRecord, type Values } from '../fields/values.ts';
import type { DeclaredReply } from '../http/faults.ts';
import type { RequestContext } from '../http/types.ts';
import { once } from '../text/memo.ts';
import { type Steps, sharedSteps, soon } from '../text/turns.ts';
import { formInSteps } from './body.ts';
import { bundled } from './bundle.ts';
import { callingBack, type OnCallback } from './callbacks.ts';
import { type Choice, isChosen, noneChosen, type Unchosen, withoutThem } from './chosen.ts';
import { fastapiDialect, openApiDialect } from './dialect.ts';
import { sortInSteps } from './equals.ts';
import { type DocumentErrors, type ReadErrors, readErrors } from './errors.ts';
import { type CheckExamples, checkExamples } from './examples.ts';
import { FieldReader, versionOf } from './fields.ts';
import { checkDynamicReferences, checkReferences, inspectInputs, isWrittenByFastapi } from './inspect.ts';
import { type Files, itemsOf, type Located, partsOf, textIn, within } from './located.ts';
import type { CollectionOptions } from './memory/collection.ts';
import type { MemorableOperation } from './memory/operations.ts';
import { OperationParts, shapeOf } from './operation-parts.ts';
import type { Lazily } from './parameters.ts';
import { DocumentError, References, type Report, type Unsupported } from './references.ts';
import { OperationReplies, ReadyResponses } from './replies.ts';
import { schemaCompiler } from './schema/compile.ts';
import { secretsOf } from './secrets.ts';
import { basePathsOf } from './servers.ts';
import { isSwagger, upgraded } from './swagger.ts';
import type { Tell } from './values.ts';
import { walkThroughAll } from './walk.ts';

/** A contract made from a document. */
interface ReadContract {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly unsupported: readonly Unsupported[];
  /** Finds the replies that operations declare. */
  readonly declared: (operation: string, ...asked: Parameters<DeclaredReply>) => ReturnType<DeclaredReply>;
  /** How values are read. */
  readonly values: ChosenValues;
  /** How errors are written. */
  readonly errors: ReadErrors;
  /** The base paths of its servers. */
  readonly basePaths: readonly string[];
  /** Makes what all operations look values up in, once, and then the form of this one, if it takes one. */
  readonly prepare: (endpoint: Endpoint) => Steps<Shape | undefined>;
  /** Checks its examples, one after the other. */
  readonly checkExamples: CheckExamples;
}

/**
 * How the values of a document are read: exactly as JSON Schema and OpenAPI say (`schema`), as FastAPI reads them, or as fields do
 * (`strict`). By default (`auto`) as FastAPI does if it wrote the document, otherwise exactly.
 */
export type DocumentValues = 'auto' | ChosenValues;

type ChosenValues = 'schema' | Values;

/** What else a contract may be made with. */
interface ContractOptions {
  /** Called when something in the document turns out to be wrong. */
  readonly onNotice?: ((notice: Unsupported) => void) | undefined;
  /** How errors are written. */
  readonly errors?: DocumentErrors | undefined;
  /** The operations to read; all by default. */
  readonly choice?: Choice | undefined;
  /** Called with the callbacks that operations declare. */
  readonly onCallback?: OnCallback | undefined;
  /** The memory that handlers keep items in. */
  readonly memory?: CollectionOptions['memory'] | undefined;
}

/** Makes a contract from an OpenAPI document. Throws a `DocumentError` if that is impossible. */
export function readContract(
  sent: Files,
  given: DocumentValues,
  { onNotice = () => {}, errors: wantedErrors = 'auto', choice, memory, onCallback }: ContractOptions = {},
): ReadContract {
  checkVersion(sent.byAddress.get(sent.root));
  // All files are walked through first: one that contains itself has no end.
  const { referring, dynamic, choices, hasIdentifiers, hasSecrets } = walkThroughAll(
    Array.from(sent.byAddress, ([address, value]) => ({ value, at: `${address}#` })),
  );
  // References are checked as they are written, so that a mistake is shown in its place.
  const asSent = new References(sent, { hasIdentifiers });
  checkReferences(referring, asSent);
  const files = upgraded(sent);
  const written = files === sent ? asSent : new References(files, { hasIdentifiers });
  const document = written.root;
  const bundle = files.byAddress.size > 1 ? bundled(written) : undefined;
  const references = bundle ? new References(files, { moved: bundle.moved, hasIdentifiers }) : written;
  const isByFastapi = isWrittenByFastapi(document);
  const values = given === 'auto' ? (isByFastapi ? 'fastapi' : 'schema') : given;
  const isExact = values === 'schema';
  if (isExact && versionOf(document.value) !== '3.0') checkDynamicReferences(dynamic, asSent);
  const sortChoices = sharedSteps(() => sortInSteps(choices));
  const options = {
    values: isExact ? 'strict' : values,
    isExact,
    dialect: isByFastapi && !isExact ? fastapiDialect : openApiDialect,
    hasSecrets,
    sortChoices,
  } as const;
  const reader = new FieldReader(references, options);
  const tell = (at: string, what: string) => onNotice({ place: references.shown(at), what });
  const { all, unsupported, others } = readOperations(document, {
    reader,
    tell,
    choice,
    hasSecrets,
    sendsCallbacks: onCallback !== undefined,
    ready: new ReadyResponses(),
  });
  if (all.length === 0 && others.length > 0) throw noneChosen(others);
  const { isForeign } = reader.replies;
  const compile = schemaCompiler({ references, version: versionOf(document.value), isForeign });
  const info = within(document, 'info');
  const description = textIn(info, 'description');
  const shown = bundle?.document ?? document.value;
  const contract = {
    title: textIn(info, 'title') ?? 'API',
    version: versionIn(info),
    ...(description !== undefined && { description }),
    endpoints: Object.fromEntries(all.map(({ name, endpoint }) => [name, endpoint])),
    ...(isRecord(shown) && {
      document: others.length > 0 ? withoutThem(shown, others) : shown,
      loadServed: () => import('../openapi/served.ts'),
    }),
  };
  const remembering = memory && memoryOf(all, { memory, reader: reader.replies });
  const repliesOf = new Map(all.map(({ name, replies }) => [name, replies]));
  return {
    contract,
    values,
    errors: readErrors(wantedErrors, all, { reader: reader.replies, compile }),
    basePaths: basePathsOf(document, references),
    *prepare(endpoint) {
      yield* sortChoices();
      return yield* formInSteps(endpoint);
    },
    checkExamples() {
      // Readers of their own, which are gone after the check with all that they know.
      const own = new FieldReader(references, options);
      return checkExamples(document, [own, own.replies]);
    },
    declared: (operation, ...asked) => repliesOf.get(operation)?.declared(...asked),
    handlers: Object.fromEntries(
      all.map(({ name, handler, callbacks }) => {
        const handle = remembering ? remembering(name) : handler;
        const isCalling = onCallback && partsOf(callbacks).length > 0;
        const options = { reader: reader.replies, tell };
        return [name, isCalling ? callingBack(handle, callbacks, { ...options, onCallback }) : handle];
      }),
    ),
    unsupported: [
      ...unsupported,
      ...inspectInputs(
        all.flatMap(({ inputs }) => inputs),
        references,
        isExact,
      ),
    ],
  };
}

/** The version of an API. In YAML, one without quotes is a number. */
function versionIn(info: Located): string {
  const { value } = within(info, 'version');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '0';
}

function checkVersion(value: unknown): void {
  if (!isRecord(value))
    throw new DocumentError(`The document is ${value === null ? 'empty' : 'not an object'}`);
  const { openapi, swagger } = value;
  if (openapi === undefined && swagger === undefined)
    throw new DocumentError(`The document has no property "openapi", so it is not OpenAPI${kindOf(value)}`);
  if (typeof openapi === 'number')
    throw new DocumentError('The version of OpenAPI must be a string with three numbers, such as "3.0.3"');
  const isOpenApi = typeof openapi === 'string' && /^3\.[012](?:\.|$)/.test(openapi);
  if (!isOpenApi && !isSwagger(value))
    throw new DocumentError(`The document is ${nameOf(value)}; ${SUPPORTED}`);
  if (!isRecord(value.paths) && value.paths !== undefined)
    throw new DocumentError('The paths at #/paths are not an object');
}

/** What other documents have where OpenAPI has its version. */
const others: readonly (readonly [has: RegExp, name: string])[] = [
  [/^openapi$/i, 'OpenAPI with its property "openapi" in other letters'],
  [/^asyncapi$/, 'AsyncAPI'],
  [/^swaggerVersion$/, 'Swagger 1'],
  [/^item$/, 'a Postman collection'],
  [/^log$/, 'a HAR file'],
  [/^arazzo$/, 'Arazzo'],
  [/^overlay$/, 'an OpenAPI overlay'],
  [/^(?:dependencies|devDependencies)$/, 'a package.json'],
  [/^(?:\$schema|\$defs|definitions|properties)$/, 'a JSON Schema'],
];

/** Says what a document seems to be that is not OpenAPI. */
function kindOf(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value);
  const kind = others.find(([has]) => names.some((name) => has.test(name)));
  return kind ? `; it seems to be ${kind[1]}` : '';
}

function nameOf({ openapi, swagger }: Readonly<Record<string, unknown>>): string {
  return swagger === undefined ? `OpenAPI ${String(openapi)}` : `Swagger ${String(swagger)}`;
}

const SUPPORTED = 'only OpenAPI 3.0 to 3.2 and Swagger 2.0 are supported';

/** An operation of a document as an endpoint with its handler. */
interface Operation {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  readonly replies: OperationReplies;
  readonly callbacks: Located;
  /** The parts that requests are validated by, to be inspected for unsupported keywords. */
  readonly inputs: readonly Located[];
}

interface Operations {
  readonly all: readonly Operation[];
  readonly unsupported: readonly Unsupported[];
  /** Those that are not chosen. */
  readonly others: readonly Unchosen[];
}

const methods: ReadonlyMap<string, Method> = new Map([
  ['get', 'GET'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['head', 'HEAD'],
  ['options', 'OPTIONS'],
]);
const otherMethods: readonly string[] = ['trace', 'query', 'additionalOperations'];
/** Methods whose body has no meaning (RFC 9110, 9.3.1). */
const bodiless: readonly Method[] = ['GET', 'HEAD'];

/** FastAPI writes `{file_path:path}`, which takes slashes, like any other parameter; a name that ends in "path" suggests it. */
const TAKES_SLASHES = /path\}/i;

/** The limit on the characters of a path: each part of its operations is known by a place that begins with it. */
const MAX_PATH = 10_000;
/** The most paths with several parameters in the same segment: each may be compared with all characters of a request's path. */
const MAX_SEVERAL = 500;
/** The most segments of all paths with parameters: each takes some 200 bytes of memory. */
const MAX_SEGMENTS = 300_000;
/** The part of a path before its first segment with several parameters. */
const BEFORE_SEVERAL = /^(.*?\/)[^/]*\{[^/]*\{/;

/** The limit on operations: each takes some 10 KB of memory. */
const MAX_OPERATIONS = 50_000;

interface ReadOptions {
  readonly reader: FieldReader;
  readonly tell: Tell;
  readonly choice: Choice | undefined;
  readonly hasSecrets: boolean;
  readonly sendsCallbacks: boolean;
  readonly ready: ReadyResponses;
}

/** Reads every operation of a document. */
function readOperations(
  document: Located,
  { reader, tell, choice = {}, hasSecrets, sendsCallbacks, ready }: ReadOptions,
): Operations {
  const all: Operation[] = [];
  const others: Unchosen[] = [];
  const unsupported: Unsupported[] = [];
  const known = new Map<string, string>();
  const names = new Set<string>();
  const reported = new Set<string>();
  const report: Report = (at, what) => {
    const place = reader.references.shown(at);
    const sentence = `${place} ${what}`;
    if (!reported.has(sentence)) unsupported.push({ place, what });
    reported.add(sentence);
  };
  const parts = new OperationParts(document, reader, report);
  checkCount(document, reader.references);
  const several = new Map<string, number>();
  let segments = 0;
  const paths = within(document, 'paths');
  const items = itemParameters(Object.keys(Object(paths.value)));
  for (const [path, part] of partsOf(paths)) {
    if (path.startsWith('x-')) continue;
    if (path.length > MAX_PATH) {
      report(paths.at, `has a path of more than ${MAX_PATH} characters, which is not routed`);
      continue;
    }
    const item = reader.references.follow(part);
    const routed = routedPath(path);
    const [, before] = BEFORE_SEVERAL.exec(routed) ?? [];
    if (before !== undefined) {
      const place = before.replace(/\{[^/{}]*\}/g, '{}');
      const count = (several.get(place) ?? 0) + 1;
      several.set(place, count);
      if (count > MAX_SEVERAL) {
        const what = `is not routed: ${MAX_SEVERAL} others have several parameters in the same segment`;
        report(part.at, what);
        continue;
      }
    }
    const isOpen = routed.includes('{');
    if (isOpen) segments += routed.split('/').length;
    if (isOpen && segments > MAX_SEGMENTS) {
      report(paths.at, `has paths with more than ${MAX_SEGMENTS} segments together; the last are not routed`);
      continue;
    }
    const mistake = pathMistake(routed);
    if (mistake !== undefined) {
      report(part.at, `is not routed: it ${mistake}`);
      continue;
    }
    for (const name of otherMethods)
      if (within(item, name).value !== undefined) report(within(item, name).at, 'is not routed');
    for (const [key, method] of methods) {
      const operation = within(item, key);
      if (operation.value === undefined) continue;
      const shape = `${method} ${routed.replace(/\{[^{}]*\}/g, '{}')}`;
      const first = known.get(shape);
      if (first !== undefined) {
        report(operation.at, `is not routed: ${first} has the same path`);
        continue;
      }
      known.set(shape, reader.references.shown(operation.at));
      const route = `${method} ${routed}`;
      const name = freeName(idOf(operation, report) ?? route, names);
      if (!isChosen({ name, route }, choice)) {
        others.push({ name, path, key });
        continue;
      }
      const source = { name, document, item, operation, method, path: routed, hasSecrets, tell, ready };
      const callbacks = within(operation, 'callbacks');
      if (partsOf(callbacks).length > 0 && !sendsCallbacks) report(callbacks.at, 'are not called');
      all.push(readOperation({ ...source, itemParameter: items.get(routed) }, reader, report, parts));
    }
  }
  const webhooks = within(document, 'webhooks');
  if (partsOf(webhooks).length > 0) report(webhooks.at, 'are not sent');
  return { all, unsupported, others };
}

/** The parameter of an item by the path of its collection: `lampId` for `/lamps`, if there is `/lamps/{lampId}`. */
function itemParameters(paths: readonly string[]): ReadonlyMap<string, string> {
  const found = paths.flatMap((path) => {
    const [, collection, parameter] = /^(.+)\/\{([^{}/]+)\}$/.exec(path) ?? [];
    return collection !== undefined && parameter !== undefined ? [[collection, parameter] as const] : [];
  });
  return new Map(found);
}

function checkCount(document: Located, references: References): void {
  let count = 0;
  for (const [, part] of partsOf(within(document, 'paths'))) {
    const { value } = references.follow(part);
    for (const key of methods.keys()) if (isRecord(value) && value[key] !== undefined) count++;
  }
  if (count > MAX_OPERATIONS)
    throw new DocumentError(`The document has more than ${MAX_OPERATIONS} operations`);
}

interface Source {
  readonly name: string;
  readonly document: Located;
  readonly item: Located;
  readonly operation: Located;
  readonly method: Method;
  readonly path: `/${string}`;
  /** The parameter that the path of an item has after this path. */
  readonly itemParameter: string | undefined;
  /** True if a value of the document may be a secret. */
  readonly hasSecrets: boolean;
  readonly tell: Tell;
  readonly ready: ReadyResponses;
}

function readOperation(
  { name, document, item, operation, method, path, itemParameter, hasSecrets, tell, ready }: Source,
  reader: FieldReader,
  report: Report,
  parts: OperationParts,
): Operation {
  const lists = [within(item, 'parameters'), within(operation, 'parameters')];
  const responses = within(operation, 'responses');
  const requestBody = reader.references.follow(within(operation, 'requestBody'));
  const hasBody = requestBody.value !== undefined;
  const isRead = hasBody && !bodiless.includes(method);
  if (hasBody && !isRead) report(requestBody.at, `is not read: it is the body of a ${method}`);
  const bodies = isRead ? parts.bodies(requestBody) : {};
  const credential = parts.credential(operation, document);
  const { params, shapes, parameters } = parts.parameters(lists, credential);
  const { dialect } = reader;
  const titles = [textIn(operation, 'summary'), textIn(operation, 'operationId')];
  const summary = titles.find((each) => each?.trim()) ?? `${method} ${path}`;
  const tag = itemsOf(within(operation, 'tags')).map(({ value }) => value)[0];
  const description = textIn(operation, 'description');
  const replies = new OperationReplies(responses, {
    reader: reader.replies,
    tell,
    isPrivate: credential !== undefined,
    itemParameter,
    route: `${method} ${path}`,
    ready,
  });
  if (!replies.isDeclared) report(responses.at, 'declares no success; the reply is an empty 200');
  const endpoint: Endpoint = {
    method,
    path,
    ...(dialect.decodesPath && !TAKES_SLASHES.test(path) && { decodesPath: true }),
    summary,
    ...(typeof tag === 'string' && { tag }),
    ...(description !== undefined && { description }),
    ...shapeOf('params', pathParams(path, params)),
    ...shapes,
    ...bodies,
    declaredSecrets: () => (hasSecrets ? secretsOf(parameters, requestBody, reader.references) : noSecrets),
    ...(credential && { credential }),
    reply: replies.reply,
  };
  const handler: AnyHandler = (input, context) => replies.handle(input, context as RequestContext);
  const callbacks = within(operation, 'callbacks');
  return { name, endpoint, handler, replies, callbacks, inputs: [...lists, requestBody] };
}

const noSecrets: DeclaredSecrets = new Map();

/** Makes the handler of an operation with a memory. What it needs is loaded at the first request. */
function memoryOf(all: readonly Operation[], options: CollectionOptions) {
  const loading = once(async () => {
    const { rememberingHandlers } = await import('./memory/collections.ts');
    return sharedSteps(() => rememberingHandlers(all.map(memorable), options));
  });
  return (name: string): AnyHandler =>
    async (input, given) => {
      const context = given as RequestContext;
      const handlersInSteps = await loading();
      const handlerOf = await soon(handlersInSteps(), context);
      const handle = await soon(handlerOf(name), context);
      return handle(input, context);
    };
}

/** The operation as a memory sees it. */
function memorable({ name, endpoint, handler, replies, inputs }: Operation): MemorableOperation {
  const { method, path } = endpoint;
  const [requestBody = { value: undefined, at: '' }] = inputs.slice(-1);
  return { name, method, path, parameters: inputs.slice(0, -1), requestBody, handler, replies };
}

/** Makes a field for each parameter in the path, declared or not. */
function pathParams(path: string, declared: Lazily): Lazily {
  const entries = paramNames(path).map(
    (name) => [name, (Object.hasOwn(declared, name) && declared[name]) || text] as const,
  );
  return Object.fromEntries(entries);
}

/** The limit on the characters of the id of an operation: each of its test cases has it. */
const MAX_ID = 1000;

function idOf(operation: Located, report: Report): string | undefined {
  const id = textIn(operation, 'operationId');
  if (id === undefined || id.length <= MAX_ID) return id;
  report(operation.at, `has an operationId of more than ${MAX_ID} characters, which is not used`);
  return undefined;
}

function freeName(name: string, names: Set<string>): string {
  let free = name;
  for (let number = 2; names.has(free); number++) free = `${name} ${number}`;
  names.add(free);
  return free;
}
