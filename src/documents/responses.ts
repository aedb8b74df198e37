import type { AnyInput } from '../contract/endpoint.ts';
import { type HeadersToSend, Refusal } from '../contract/outcome.ts';
import type { Content, WholeContent } from '../http/content.ts';
import { linesFor } from '../http/faults.ts';
import { chooseType } from '../http/negotiate.ts';
import { headerLines, linesOf, NO_STORE, NOSNIFF, pairsOf, type Reply } from '../http/reply.ts';
import type { RequestContext, RequestHead } from '../http/types.ts';
import { once, remembering } from '../text/memo.ts';
import { atOnce, type Steps, sharedSteps, soon } from '../text/turns.ts';
import { writeOnlyRemover } from './combined.ts';
import { type Answerer, answerer } from './echo.ts';
import type { FieldReader } from './fields.ts';
import { type Located, partsOf, within } from './located.ts';
import { contentOf, isFile, offeredTypes, streamed } from './media.ts';
import { type Random, randomInSteps } from './random.ts';
import { type Facts, type ReplyHeaders, replyHeaders } from './reply-headers.ts';
import { sampleInSteps } from './sample.ts';
import { isJson } from './schema.ts';
import { exampleIn, exampleNames, namedExample, type Tell } from './values.ts';
import { weightOf } from './weight.ts';

/** The replies of a document, as they are sent. */

export interface ResponseOptions {
  readonly reader: FieldReader;
  readonly tell: Tell;
  /** True if the operation needs a credential, so that no cache may keep its replies. */
  readonly isPrivate: boolean;
  /** The parameter that the path of an item has after the path of the operation. */
  readonly itemParameter?: string | undefined;
  /** Is told how many bytes are taken by what has been made. */
  readonly weigh: (weight: number) => void;
}

/** Statuses whose replies never have a body, even if one is declared. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The most `Accept` headers whose choice is remembered. */
const MAX_ACCEPTS = 20;
/** What a value weighs that is written at once, for one reply. Those that repeat a body of 64 KB are lighter. */
const MAX_WHOLE = 2 * 1024 * 1024;

/** The bytes that a response takes, and each of its media types, before a value is made. */
const RESPONSE_BYTES = 4000;
const OFFER_BYTES = 4000;
/** How many times as much as a value weighs is taken with what finds out which of its members requests send. */
const TIMES_OF_VALUE = 4;
/** The most that is weighed of a value. */
const MAX_WEIGHED = 8 * 1024 * 1024;

/** A value to send, and the content that it is sent as. */
export interface Body {
  readonly value: unknown;
  readonly content: Content;
}

/** A response that an operation declares, with the status to send it with. */
export class DeclaredResponse {
  readonly status: number;
  /** True if a client that accepts none of the media types gets an error. An error is sent in any case. */
  readonly #isStrict: boolean;
  readonly #offers: readonly Offer[];
  readonly #choose: (accept: string) => { readonly offer: Offer | undefined };
  readonly #headers: () => ReplyHeaders;
  readonly #lines: () => string;

  constructor(status: number, response: Located, options: ResponseOptions) {
    this.status = status;
    this.#isStrict = status < 300 && options.reader.dialect.hasAcceptableReplies;
    const content = bodiless.has(status) ? [] : partsOf(within(response, 'content'));
    const json = content.filter(([type]) => isJson(type));
    const others = content.filter(([type]) => !isJson(type));
    this.#offers = [...json, ...others].flatMap(([declared, media]) =>
      offeredTypes(declared).map((type) => new Offer(type, media, options)),
    );
    const types = this.#offers.map(({ type }) => type);
    this.#choose = remembering((accept) => {
      const at = chooseType(accept, types);
      return { offer: at === undefined ? undefined : this.#offers[at] };
    }, MAX_ACCEPTS);
    this.#headers = once(() => replyHeaders(response, { ...options, status }));
    this.#lines = once(() => this.#sharedLines(options));
    options.weigh(RESPONSE_BYTES + this.#offers.length * OFFER_BYTES);
  }

  /** The names of the examples that can be asked for. */
  get exampleNames(): readonly string[] {
    return [...new Set(this.#offers.flatMap((offer) => offer.exampleNames))];
  }

  /** Chooses how to send a body by `Accept`. If nothing fits, only a success is refused. */
  offer(head: RequestHead): Offer | Refusal | undefined {
    const [first] = this.#offers;
    return this.#accepted(head) ?? (first && this.#isStrict ? this.#notAcceptable() : first);
  }

  /** The offer that a client accepts; undefined if it accepts none. */
  #accepted({ header }: RequestHead): Offer | undefined {
    const [first] = this.#offers;
    const accept = header('accept');
    return first === undefined || accept === undefined || accept === '*/*'
      ? first
      : this.#choose(accept).offer;
  }

  /** The schema of the body that is sent without `Accept`, if there is one. */
  get schema(): Located | undefined {
    return this.#offers[0]?.schema;
  }

  /** The example that the document itself gives for that body. */
  get example(): unknown {
    return this.#offers[0]?.declaredExample;
  }

  /** Answers with the values that were sent, and with an example or a sample for the rest. */
  answer(input: AnyInput, context: RequestContext): Reply | Refusal | Promise<Reply> {
    const { head } = context;
    const offer = this.offer(head);
    if (offer instanceof Refusal) return offer;
    return soon(this.#sendInSteps(offer, offer?.answer(input), head), context);
  }

  /** Answers with an example or a sample, or with the example of this name; undefined if there is none. */
  sample(example: string | undefined, head: RequestHead): Reply | Steps<Reply> | Refusal | undefined {
    const offer = this.offer(head);
    if (offer instanceof Refusal) return offer;
    if (example === undefined) return this.#sendInSteps(offer, offer?.prepare(), head);
    for (const each of [offer, ...this.#offers]) {
      const value = each?.example(example);
      if (each && value !== undefined) return this.send(each, value, head);
    }
    return undefined;
  }

  /** Answers with random values. */
  random(head: RequestHead, random: Random): Steps<Reply> | Refusal {
    const offer = this.offer(head);
    return offer instanceof Refusal ? offer : this.#sendInSteps(offer, offer?.random(random), head);
  }

  *#sendInSteps(
    offer: Offer | undefined,
    steps: Steps<unknown> | undefined,
    head: RequestHead,
  ): Steps<Reply> {
    const value = steps && (yield* steps);
    return yield* this.#sendOwn(offer, value, head);
  }

  /** Makes the reply with a value that no other has, other than a sample of the whole. */
  *#sendOwn(offer: Offer | undefined, value: unknown, head: RequestHead): Steps<Reply> {
    return this.#reply(offer, offer && { value, content: yield* offer.ownContent(value) }, head);
  }

  /** Makes the reply with this value. */
  send(offer: Offer | undefined, value: unknown, head: RequestHead, facts?: Facts): Reply {
    return atOnce(this.sendInSteps(offer, value, head, facts));
  }

  *sendInSteps(offer: Offer | undefined, value: unknown, head: RequestHead, facts?: Facts): Steps<Reply> {
    return this.#reply(offer, offer && { value, content: yield* offer.content(value) }, head, facts);
  }

  #reply(offer: Offer | undefined, body: Body | undefined, head: RequestHead, facts?: Facts): Reply {
    const lines = this.#lines() + this.#headers().lines(body?.value, head, facts);
    const headers = offer ? offer.line + lines : lines;
    return { kind: 'reply', status: this.status, headers, body: body?.content ?? '' };
  }

  /** Chooses how to send the body of an error. */
  offerForError(head: RequestHead): Offer | undefined {
    return this.#accepted(head) ?? this.#offers[0];
  }

  /** Makes the reply to a refused request. Its own headers are sent, except those of which the document has examples. */
  refuse(offer: Offer | undefined, body: Body | undefined, head: RequestHead, headers: HeadersToSend): Reply {
    const reply = this.#reply(offer, body, head);
    if (Object.keys(headers).length === 0) return reply;
    const { examples } = this.#headers();
    const own = Object.entries(headers).filter(([name]) => !examples.has(name.toLowerCase()));
    const names = own.map(([name]) => name.toLowerCase());
    const others = pairsOf(reply.headers).filter(([name]) => !names.includes(name.toLowerCase()));
    return { ...reply, headers: linesOf(...others.flat()) + headerLines(Object.fromEntries(own)) };
  }

  #sharedLines({ isPrivate }: ResponseOptions): string {
    const { names } = this.#headers();
    const vary = this.#offers.length > 1 ? linesOf('Vary', 'Accept') : '';
    const uncached = this.status >= 400 || isPrivate ? NO_STORE : '';
    const ofStatus = pairsOf(uncached + linesFor(this.status)).filter(
      ([name]) => !names.has(name.toLowerCase()),
    );
    return NOSNIFF + vary + linesOf(...ofStatus.flat());
  }

  #notAcceptable(): Refusal {
    const types = [...new Set(this.#offers.map(({ type }) => type))];
    return new Refusal(406, `The reply can be sent as ${types.join(' or ')}, of which Accept allows none`);
  }
}

/** A media type in which a response can be sent. */
export class Offer {
  readonly type: string;
  readonly line: string;
  readonly schema: Located;
  readonly media: Located;
  readonly #reader: FieldReader;
  readonly #example: () => unknown;
  readonly #show: (value: unknown) => Steps<unknown>;
  /** Makes the value to send if nothing else is known: an example or a sample. */
  readonly prepare: () => Steps<unknown>;
  /** That value, once it is made, and its content: most replies have both. */
  #base: Body | undefined;
  readonly #answer: () => Answerer;
  readonly #weigh: ResponseOptions['weigh'];

  constructor(type: string, media: Located, { reader, tell, weigh }: ResponseOptions) {
    this.type = type;
    this.line = linesOf('Content-Type', type);
    this.media = media;
    this.#reader = reader;
    this.#weigh = weigh;
    const schema = within(media, 'schema');
    this.schema = schema;
    this.#example = once(() => {
      const parseText = isJson(type) ? undefined : (text: string) => text;
      return exampleIn(media, schema, { reader, tell, parseText });
    });
    this.#show = writeOnlyRemover(schema, reader);
    this.prepare = sharedSteps(() => this.#makeBase());
    this.#answer = once(() => answerer(schema, this.base, reader));
  }

  /** Tells whether the value is made that is sent if nothing else is known. */
  get isReady(): boolean {
    return this.#base !== undefined;
  }

  get base(): unknown {
    return this.#base ? this.#base.value : atOnce(this.prepare());
  }

  *#makeBase(): Steps<unknown> {
    const made = this.#example() ?? (yield* sampleInSteps(this.schema, this.#reader));
    const value = yield* this.#show(made);
    const content = yield* this.#write(value);
    this.#base = { value, content };
    this.#weigh(TIMES_OF_VALUE * weightOf(value, MAX_WEIGHED) + content.length);
    return value;
  }

  /** The example of the media type, or of its schema as a whole. */
  get declaredExample(): unknown {
    const { value } = this.#reader.references.follow(this.schema);
    return this.#example() ?? Object(value).example ?? Object(value).examples?.[0];
  }

  get exampleNames(): readonly string[] {
    return exampleNames(this.media, this.#reader);
  }

  /** Makes the value that answers a request, from what was sent. */
  *answer(input: AnyInput): Steps<unknown> {
    const base = yield* this.prepare();
    return isFile(this.type) ? base : yield* this.#answer()(input);
  }

  example(name: string): unknown {
    return atOnce(this.#show(namedExample(this.media, name, this.#reader)));
  }

  *random(random: Random): Steps<unknown> {
    const steps = isFile(this.type) ? this.prepare() : randomInSteps(this.schema, this.#reader, random);
    return yield* this.#show(yield* steps);
  }

  *content(value: unknown): Steps<Content> {
    if (this.#base && value === this.#base.value) return this.#base.content;
    return streamed(this.type, value) ?? (yield* this.#write(value));
  }

  /** Writes a value that is made for one reply, at once unless it is very large: its text takes a tenth of its memory. */
  *ownContent(value: unknown): Steps<Content> {
    const isWhole = value !== this.#base?.value && weightOf(value, MAX_WHOLE) <= MAX_WHOLE;
    return yield* isWhole ? this.#write(value) : this.content(value);
  }

  #write(value: unknown): Steps<WholeContent> {
    return contentOf(this.type, value, this.schema, this.#reader.references);
  }
}
