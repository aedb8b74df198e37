/** The errors of the operations of a document, in the format that each declares. */
import type { Endpoint } from '../contract/endpoint.ts';
import type { HeadersToSend, Refusal } from '../contract/outcome.ts';
import type { Reason } from '../errors/bodies/reasons.ts';
import { summary } from '../errors/bodies/reasons.ts';
import { Issues } from '../errors/issue.ts';
import {
  type ErrorFormat,
  type ErrorWriter,
  entriesFormat,
  invalidValueOf,
  problemFormat,
  unreadableValue,
  type WrittenError,
  writtenAtOnce,
} from '../http/error-format.ts';
import type { Reply } from '../http/reply.ts';
import { type RequestHead, splitTarget } from '../http/types.ts';
import { pydanticWords } from '../http/validation-error.ts';
import { VALIDATION_ERROR } from '../openapi/fastapi.ts';
import { cutPath } from '../text/cut.ts';
import { ensure, once } from '../text/memo.ts';
import { afterSteps, type Steps } from '../text/turns.ts';
import { type Told, writeErrorBody } from './error-body.ts';
import { ErrorSchemas, type Means } from './error-schemas.ts';
import { isWrittenByFastapi } from './inspect.ts';
import { whileUsed } from './kept.ts';
import { itemsOf, type Located, partsOf, within } from './located.ts';
import { lastName, type References } from './references.ts';
import type { OperationReplies } from './replies.ts';
import type { Body, DeclaredResponse, Offer } from './responses.ts';
import { isJson } from './schema.ts';
import { isLeft, WrittenBodies, writtenAhead } from './written.ts';

/**
 * How the errors of a document are written: as each operation declares (`document`), in FastAPI's format, or as problem details. By
 * default (`auto`) as declared, unless that is FastAPI's format.
 */
export type DocumentErrors = 'auto' | 'document' | 'fastapi' | 'problem';

/** An operation, as far as its errors are concerned. */
interface Answering {
  readonly name: string;
  readonly endpoint: Pick<Endpoint, 'path'>;
  readonly replies: OperationReplies;
}

/** The format of a document's errors, and how many operations answer invalid requests in which. */
export interface ReadErrors {
  readonly format: ErrorFormat;
  readonly counts: ErrorCounts;
}

/** The number of operations by the format of their errors. */
export type ErrorCounts = Readonly<Record<'document' | 'fastapi' | 'problem', number>>;

const fastapiFormat = entriesFormat(pydanticWords);

/** Reads how the errors of all operations are written. */
export function readErrors(wanted: DocumentErrors, all: readonly Answering[], means: Means): ReadErrors {
  const none = { document: 0, fastapi: 0, problem: 0 };
  const counts = (format: 'fastapi' | 'problem') => ({ ...none, [format]: all.length });
  if (wanted === 'problem') return { format: listing(problemFormat), counts: counts('problem') };
  if (wanted === 'fastapi') return { format: listing(fastapiFormat), counts: counts('fastapi') };
  const isOfFastapi = wanted === 'auto' && isWrittenByFastapi(means.reader.references.root);
  const operations = new Map<string, OperationReplies>();
  const byPath = new Map<string, string[]>();
  const { references } = means.reader;
  const shared = { references, schemas: new ErrorSchemas(means), written: new WrittenBodies() };
  let own = 0;
  for (const { name, endpoint, replies } of all) {
    const errors = new DeclaredErrors(replies, shared);
    if ((wanted === 'auto' && errors.areOfFastapi) || (isOfFastapi && !errors.hasOwn422)) continue;
    operations.set(name, replies);
    ensure(byPath, endpoint.path, () => []).push(name);
    if (errors.invalid) own++;
  }
  // An operation may declare hundreds of statuses: what is known of them stays only as long as its route does.
  const known = new Map<string, () => DeclaredErrors>();
  const errorsOf = (name: string) => {
    const replies = operations.get(name);
    return replies && ensure(known, name, () => whileUsed(() => new DeclaredErrors(replies, shared)))();
  };
  return {
    format: declaredFormat(errorsOf, (path) => byPath.get(path) ?? []),
    counts: { ...none, document: own, fastapi: all.length - own },
  };
}

/** Makes a format that lists what is wrong with a change as it does what is wrong with a request. */
function listing(format: ErrorFormat): ErrorFormat {
  return {
    ...format,
    writer(name, endpoint, limits) {
      const own = format.writer(name, endpoint, limits);
      const refuse: ErrorWriter['refuse'] = (refusal, head) => {
        const issues = issuesOf(refusal);
        return issues ? own.reject(issues, head) : own.refuse(refusal, head);
      };
      return { ...own, refuse };
    },
  };
}

/** What a refusal says that is wrong with values. */
function issuesOf(refusal: Refusal): Issues | undefined {
  const issues = 'issues' in refusal ? refusal.issues : undefined;
  return issues instanceof Issues ? issues : undefined;
}

/** Makes the format in which each operation answers as it declares or, failing that, as FastAPI does. */
function declaredFormat(
  errorsOf: (name: string) => DeclaredErrors | undefined,
  namesAt: (path: string) => readonly string[],
): ErrorFormat {
  const other = listing(fastapiFormat);
  return {
    ...other,
    about:
      'Each operation answers with the errors that it declares. Where it declares none for a bad request, the error is JSON with one property, detail.',
    writer(name, endpoint, limits) {
      const usual = other.writer(name, endpoint, limits);
      return errorsOf(name)?.writer(usual) ?? usual;
    },
    ahead: writtenAhead,
    isDeclared: (name, status) => errorsOf(name)?.declares(status) ?? false,
    unrouted(refusal, path, head) {
      const all = namesAt(path ?? '').map(errorsOf);
      const found = all.find((each) => each?.responseTo(refusal.status, 'exactly'));
      const error = found?.refuse(refusal, head);
      return error && writtenAtOnce(error);
    },
  };
}

/** A response that an operation declares, and the status to send it with. */
interface Answer {
  readonly status: number;
  readonly response: () => DeclaredResponse;
}

/** What the errors of all operations share. */
interface DeclaredErrorsOptions {
  readonly references: References;
  readonly schemas: ErrorSchemas;
  readonly written: WrittenBodies;
}

/** The errors that an operation declares. */
class DeclaredErrors {
  readonly #references: References;
  readonly #schemas: ErrorSchemas;
  readonly #replies: OperationReplies;
  readonly #byStatus: ReadonlyMap<string, Located>;
  readonly #written: WrittenBodies;
  /** The examples of the media types that were sent. */
  readonly #examples = new Map<Offer, readonly unknown[]>();

  constructor(replies: OperationReplies, { references, schemas, written }: DeclaredErrorsOptions) {
    this.#references = references;
    this.#schemas = schemas;
    this.#written = written;
    this.#replies = replies;
    const all = partsOf(replies.responses).map(([status, part]) => [status.toUpperCase(), part] as const);
    // Without any other success, the default is the success.
    const isDefaultError = all.some(([status]) => /^[23]/.test(status));
    this.#byStatus = new Map(all.filter(([status]) => isDefaultError || status !== 'DEFAULT'));
  }

  /** The answer to invalid values. */
  get invalid(): Answer | undefined {
    return this.#answer(422) ?? this.#answer(400) ?? this.#answer(400, '4XX', 'DEFAULT');
  }

  /** The answer to a request that can't be read. */
  get #unreadable(): Answer | undefined {
    return this.#answer(400) ?? this.invalid;
  }

  get hasOwn422(): boolean {
    return this.#answer(422) !== undefined && !this.areOfFastapi;
  }

  /** True if invalid values are declared to be told in FastAPI's format. */
  get areOfFastapi(): boolean {
    const response = this.#byStatus.get('422');
    if (!response) return false;
    const references = this.#references;
    const content = within(references.follow(response), 'content');
    const [, media] = partsOf(content).find(([type]) => isJson(type)) ?? [];
    return (
      media !== undefined && lastName(references.follow(within(media, 'schema')).at) === VALIDATION_ERROR
    );
  }

  #answer(status: number, ...keys: readonly string[]): Answer | undefined {
    for (const key of keys.length > 0 ? keys : [String(status)]) {
      const response = this.#byStatus.get(key);
      if (response) return { status, response: once(() => this.#replies.prepare(status, response)) };
    }
    return undefined;
  }

  /** Finds the response for a status: its own, that of its class, or the one for all others. */
  responseTo(status: number, how: 'exactly' | 'anyhow' = 'anyhow'): Answer | undefined {
    const wider = how === 'exactly' ? [] : [`${String(status).slice(0, 1)}XX`, 'DEFAULT'];
    return this.#answer(status, String(status), ...wider);
  }

  /** Tells whether errors with a status are written as declared. */
  declares(status: number): boolean {
    const isInvalid = status === 400 || status === 422;
    return (isInvalid ? this.invalid : this.responseTo(status)) !== undefined;
  }

  writer(usual: ErrorWriter): ErrorWriter {
    const { invalid } = this;
    const unreadable = this.#unreadable;
    return {
      reject: (issues, head, body) =>
        invalid ? this.#tell(invalid, reasonsOf(issues), head, issues) : usual.reject(issues, head, body),
      unreadable: (refusal, what, head) =>
        unreadable
          ? this.#tell(unreadable, [unreadableValue(refusal, what)], head)
          : usual.unreadable(refusal, what, head),
      refuse: (refusal, head) => this.refuse(refusal, head) ?? usual.refuse(refusal, head),
    };
  }

  /** Writes a refusal as it is declared; undefined if it is not. */
  refuse(refusal: Refusal, head: RequestHead): WrittenError | undefined {
    const { detail, headers } = refusal;
    const answer = refusal.status === INVALID ? this.invalid : this.responseTo(refusal.status);
    if (!answer) return undefined;
    const issues = issuesOf(refusal);
    const reasons = issues ? reasonsOf(issues) : [];
    const { status } = answer;
    const told = { status, sentence: String(detail), reasons, path: pathIn(head) };
    return this.#write(answer, told, head, headers);
  }

  #tell(answer: Answer, reasons: readonly Reason[], head: RequestHead, issues?: Issues): WrittenError {
    const told = { status: answer.status, sentence: summary(reasons), reasons, path: pathIn(head) };
    const as = (other: number) => {
      const found = this.responseTo(other);
      return found && writtenAtOnce(this.#tell(found, reasons, head));
    };
    const error = this.#write(answer, told, head);
    const complete = ({ kind, status, headers, body }: Reply): Reply =>
      issues ? { kind, status, headers, body, issues, as } : { kind, status, headers, body, as };
    return 'kind' in error ? complete(error) : afterSteps(error, complete);
  }

  /** Writes an error at once if it is remembered, otherwise in steps. */
  #write({ response }: Answer, told: Told, head: RequestHead, headers: HeadersToSend = {}): WrittenError {
    const declared = response();
    const offer = declared.offerForError(head);
    const known = offer && this.#written.find(offer, told);
    const reply = (body: Body | undefined) => declared.refuse(offer, body, head, headers);
    if (known || !offer) return reply(known);
    const steps = this.#body(offer, told);
    return isLeft({ offer, told, steps })
      ? declared.refuse(undefined, undefined, head, headers)
      : afterSteps(steps, reply);
  }

  *#body(offer: Offer, told: Told): Steps<Body> {
    const value = yield* this.#compose(offer, told);
    const body = { value, content: yield* offer.content(value) };
    this.#written.add(offer, told, body);
    return body;
  }

  *#compose(offer: Offer, told: Told): Steps<unknown> {
    const { type, media, schema } = offer;
    if (isText(type)) return yield* writeErrorBody({ value: text, at: schema.at }, [], told, this.#schemas);
    const grounds = ensure(this.#examples, offer, () => examplesIn(media, this.#references));
    const [example] = grounds;
    if (!isJson(type) && typeof example === 'string') return example;
    return yield* writeErrorBody(schema, grounds, told, this.#schemas);
  }
}

/** The status of what can be read, but is invalid. */
const INVALID = 422;

function reasonsOf(issues: Issues): readonly Reason[] {
  return issues.all.map(invalidValueOf).map(shortened);
}

/** Leaves out the middle of a path that is too long. */
function shortened(reason: Reason): Reason {
  const path = cutPath(reason.path);
  return path === reason.path ? reason : { ...reason, path };
}

/** The path that was asked for. */
function pathIn({ target }: RequestHead): string {
  return splitTarget(target).path;
}

const text = { type: 'string' };

/** Recognizes a type of plain text. */
function isText(type: string): boolean {
  return /^text\/(?!html|xml)/i.test(type);
}

/** The most examples that are tried. */
const MAX_EXAMPLES = 8;

/** The values of all examples of a response. */
function examplesIn(media: Located, references: References): readonly unknown[] {
  const named = partsOf(within(media, 'examples')).map(
    ([, part]) => within(references.follow(part), 'value').value,
  );
  const own = within(media, 'example').value;
  const inSchema = references.follow(within(media, 'schema'));
  const listed = itemsOf(within(inSchema, 'examples')).map(({ value }) => value);
  const all = [own, ...named, within(inSchema, 'example').value, ...listed];
  return all.filter((each) => each !== undefined).slice(0, MAX_EXAMPLES);
}
