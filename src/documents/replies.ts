import type { AnyHandler, AnyInput } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import type { Success } from '../contract/success.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { unknown, writeJson } from '../fields/optional.ts';
import { rawText } from '../fields/text.ts';
import { isRecord } from '../fields/values.ts';
import type { DeclaredReply } from '../http/faults.ts';
import { MadeReply, type Reply } from '../http/reply.ts';
import type { RequestContext, RequestHead } from '../http/types.ts';
import { listInWords } from '../text/cut.ts';
import { after } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import { repliesKeeper } from './kept.ts';
import { type Located, partsOf, within } from './located.ts';
import { offeredTypes } from './media.ts';
import { seededRandom } from './random.ts';
import { DeclaredResponse, type ResponseOptions } from './responses.ts';
import { isJson } from './schema.ts';

/** The shared field of all JSON bodies: a document may have a hundred thousand of them. */
const written: AnyField = derive(unknown(), { write: writeJson });
/** Likewise, all other bodies share a field. */
const raw: AnyField = rawText();

/** Finds the first success among responses, a redirect, or else the default, with its status as written in the document. */
function successIn(responses: Located): [status: string, response: Located] | undefined {
  const all = partsOf(responses);
  for (const pattern of successes) {
    const found = all.find(([status]) => pattern.test(status));
    if (found) return found;
  }
  return undefined;
}

/** What counts as the success of an operation, best first. A 304 says only that nothing has changed. */
const successes: readonly RegExp[] = [/^2(?:\d\d|XX)$/i, /^3(?!04)(?:\d\d|XX)$/i, /^default$/, /^304$/];

/** The responses of a document that were made ready, until all of them weigh too much. Operations that refer to the same one share it. */
export class ReadyResponses {
  readonly #keep = repliesKeeper();
  readonly #known = new Map<string, DeclaredResponse>();

  of(status: number, response: Located, options: Omit<ResponseOptions, 'weigh'>): DeclaredResponse {
    const key = `${status} ${options.isPrivate} ${response.at} ${options.itemParameter}`;
    const weigh = (weight: number) => this.#keep(weight, () => this.#known.delete(key));
    return ensure(this.#known, key, () => new DeclaredResponse(status, response, { ...options, weigh }));
  }
}

interface ReplyOptions extends Omit<ResponseOptions, 'weigh'> {
  /** The method and the path of the operation. */
  readonly route: string;
  /** What is made of the replies of all operations. */
  readonly ready: ReadyResponses;
}

/**
 * The replies that an operation declares: the success that its handler answers with, and all others that a request may ask for. Each
 * is made when it is first sent.
 */
export class OperationReplies {
  readonly reply: Success;
  /** True if the document declares a success. */
  readonly isDeclared: boolean;
  readonly responses: Located;
  readonly #options: ReplyOptions;
  readonly #status: number;
  readonly #success: Located;

  constructor(responses: Located, options: ReplyOptions) {
    const found = successIn(responses);
    const [code, response] = found ?? ['200', { value: undefined, at: responses.at }];
    this.responses = responses;
    this.isDeclared = found !== undefined;
    this.#options = options;
    this.#status = statusOf(code);
    this.#success = response;
    this.reply = successOf(this.#status, response, options);
  }

  /** Makes a response ready to be sent with a status. */
  prepare(status: number, part: Located): DeclaredResponse {
    const { reader, ready } = this.#options;
    return ready.of(status, reader.references.follow(part), this.#options);
  }

  get #usual(): DeclaredResponse {
    return this.prepare(this.#status, this.#success);
  }

  /** Answers a valid request. */
  handle(input: AnyInput, context: RequestContext): ReturnType<AnyHandler> {
    return after(this.#usual.answer(input, context), made);
  }

  declares(status: number): boolean {
    return within(this.responses, String(status)).value !== undefined;
  }

  /** The declared response with this status, or else the success. */
  responseTo(status = this.#status): DeclaredResponse {
    const part = within(this.responses, String(status));
    return part.value === undefined ? this.#usual : this.prepare(status, part);
  }

  /** Finds the reply that a request prefers. It leaves the usual one to the handler. */
  declared(
    ...[{ code, example, seed }, head, isSimulated]: Parameters<DeclaredReply>
  ): ReturnType<DeclaredReply> {
    const wanted = code ?? this.#status;
    if (seed !== undefined && example === undefined) {
      const response = this.#find(wanted, isSimulated) ?? (code === undefined ? this.#usual : undefined);
      if (response) return response.random(head, seededRandom(seed));
    }
    const { route } = this.#options;
    if (example !== undefined && code === undefined)
      return exampleOf(this.#all(), example, head) ?? withoutExample(route, example, this.#all());
    const response = this.#find(wanted, isSimulated);
    if (!response)
      return isSimulated && wanted >= 400 ? undefined : undeclared(wanted, partsOf(this.responses));
    if (example !== undefined)
      return (
        exampleOf([response], example, head) ??
        withoutExample(`the reply ${wanted} of ${route}`, example, [response])
      );
    return wanted === this.#status ? undefined : response.sample(undefined, head);
  }

  #find(code: number, isSimulated: boolean): DeclaredResponse | undefined {
    const keys = [String(code), `${String(code).charAt(0)}XX`];
    if (!isSimulated || !gatewayStatuses.has(code)) keys.push('DEFAULT');
    for (const key of keys) {
      const found = partsOf(this.responses).find(([name]) => name.toUpperCase() === key);
      if (found) return this.prepare(code, found[1]);
    }
    return undefined;
  }

  /** All responses, the success first. The default has no status, unless it is the success. */
  #all(): DeclaredResponse[] {
    const all = partsOf(this.responses).map(([key, part]) => ({ status: statusOf(key), key, part }));
    const coded = all.filter(({ status, key }) => key.toLowerCase() !== 'default' || status === this.#status);
    const first = coded.filter(({ status }) => status === this.#status);
    return [...new Set([...first, ...coded])].map(({ status, part }) => this.prepare(status, part));
  }
}

/** The status that a response is sent with: of a range, the usual one. */
function statusOf(code: string): number {
  if (/^\d+$/.test(code)) return Number(code);
  return usualStatuses[code.charAt(0)] ?? SUCCESS;
}

const SUCCESS = 200;
const usualStatuses: Readonly<Record<string, number>> = { 3: 302, 4: 400, 5: 500 };

function made(reply: Reply | Refusal): MadeReply | Refusal {
  return reply instanceof Refusal ? reply : new MadeReply(reply);
}

const statusesWithBody = [200, 201, 202, 203, 206, 207, 208, 226] as const;
const statusesWithout = [204, 205, 300, 301, 302, 303, 304, 305, 307, 308] as const;

/** Describes the success for the documentation. The handler makes the reply itself. */
function successOf(status: number, response: Located, { reader }: ReplyOptions): Success {
  const without = statusesWithout.find((each) => each === status);
  if (without !== undefined) return { status: without };
  const known = statusesWithBody.find((each) => each === status) ?? SUCCESS;
  const content = partsOf(within(reader.references.follow(response), 'content'));
  const [type, media] = content.find(([each]) => isJson(each)) ?? content[0] ?? [];
  if (type === undefined || media === undefined) return { status: known, body: raw, mediaType: 'text/plain' };
  if (isJson(type)) return { status: known, body: { ...written, describe: () => schemaIn(media) } };
  const [mediaType] = offeredTypes(type);
  return { status: known, body: raw, mediaType };
}

function schemaIn(media: Located): Readonly<Record<string, unknown>> {
  const { value } = within(media, 'schema');
  return isRecord(value) ? value : {};
}

/** Statuses that come from gateways, which a service's `default` does not mean. */
const gatewayStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Finds an example by its name. */
function exampleOf(
  responses: readonly DeclaredResponse[],
  name: string,
  head: RequestHead,
): Reply | Steps<Reply> | Refusal | undefined {
  for (const response of responses) {
    const reply = response.sample(name, head);
    if (reply) return reply;
  }
  return undefined;
}

/** Says that there is no example of a name, and which ones there are. */
function withoutExample(owner: string, name: string, responses: readonly DeclaredResponse[]): Refusal {
  const known = responses.flatMap(({ status, exampleNames }) =>
    exampleNames.map((each) => `${JSON.stringify(each)} (${status})`),
  );
  return new Refusal(404, `There is no example ${shortened(name)}: ${owner} declares ${listed(known)}.`);
}

function undeclared(code: number, parts: readonly (readonly [string, Located])[]): Refusal {
  const known = parts.map(([status]) => status);
  return new Refusal(404, `The operation declares no reply ${code}. It declares ${listed(known)}.`);
}

function listed(known: readonly string[]): string {
  return known.length === 0 ? 'none' : listInWords(known, (each) => each, ', ');
}

/** The most characters of a name that a reply repeats. */
const MAX_NAME = 100;

function shortened(name: string): string {
  return JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
}
