import { Refusal } from '../contract/outcome.ts';
import { after, isPromise } from '../text/guards.ts';
import { isFieldName, TOKEN_CHARACTER } from '../text/strings.ts';
import { type Steps, soon } from '../text/turns.ts';
import { phraseOf } from './phrases.ts';
import { errorReply, linesOf, NO_STORE, NOSNIFF, type Reply, replyTo, type TextReply } from './reply.ts';
import type { Answer, PendingReply, RequestContext, RequestHead } from './types.ts';

/**
 * Finds the reply of an endpoint that a request prefers, or says what there is instead. It returns undefined for the usual reply,
 * and for statuses that are not declared, if those are simulated.
 */
export type DeclaredReply = (preferred: Preferred, head: RequestHead, isSimulated: boolean) => DeclaredAnswer;

/** A reply, or the steps in which it is made. */
type DeclaredAnswer = Reply | Steps<Reply> | Refusal | undefined;

/** Finds the replies of all endpoints, by the name of the endpoint. */
export type DeclaredReplies = (operation: string, preferred: Preferred, head: RequestHead) => DeclaredAnswer;

/** The preferences that choose among declared replies. */
interface Preferred {
  /** The status of the reply. */
  readonly code?: number | undefined;
  /** The name of an example in the document. */
  readonly example?: string | undefined;
  /** What random values of the reply are made from; the same ones from the same seed. */
  readonly seed?: string | undefined;
  /** True if the request gives no seed, but wants values that differ each time. */
  readonly dynamic?: boolean | undefined;
}

/** A request, and the ways to answer it. */
interface Asked {
  readonly head: RequestHead;
  readonly context: RequestContext;
  /** The name of the endpoint, if the request is for one. */
  readonly operation: string | undefined;
  /** Answers as if nothing were preferred. */
  usual(): Answer<Reply>;
  /** Answers with what is wrong, or with a status below 400 if nothing is. */
  checked(): Answer<Reply>;
  /** Writes an error. */
  refuse(refusal: Refusal): Reply;
  /** Waits for a reply. */
  readonly wait: (made: Promise<Reply>, context: RequestContext) => PendingReply<Reply>;
}

/** A reply, and the preferences that it follows. */
interface Chosen extends Reply {
  readonly follows?: readonly string[];
}

/** Replies as requests prefer them. */
interface PreferredReplies {
  /** Reads what a request prefers; undefined if that is nothing that can be followed. */
  read(head: RequestHead, query: string | undefined): Preferences | undefined;
  /** Answers as the request prefers. */
  answer(preferences: Preferences, asked: Asked): Answer<Reply>;
}

/** Makes replies as requests prefer them, of those that are declared, and, if so wanted, faults. */
export function preferredReplies(declared: DeclaredReplies, hasFaults: boolean): PreferredReplies {
  const delayed = new DelayedReplies();

  /** Applies the remaining preferences to a reply, and lists all those that were applied. */
  function complete(
    { follows = [], ...reply }: Chosen,
    { delay, cut }: Preferences,
    isHead: boolean,
  ): Reply | PendingReply<Reply> {
    const seconds = delayed.isFull ? undefined : delay;
    const isCut = cut === true && !isHead && reply.body !== '';
    const applied = [...follows, ...(seconds ? [`delay=${seconds}`] : []), ...(isCut ? ['cut=body'] : [])];
    const line = applied.length > 0 ? linesOf('Preference-Applied', applied.join(', ')) : '';
    const made = { ...reply, headers: reply.headers + line, ...(isCut && { isCut }) };
    return seconds === undefined ? made : delayed.hold(made, seconds);
  }

  return {
    read({ header }, query) {
      const preferences = readPreferences(header('prefer'), query);
      return hasFaults || !preferences ? preferences : withoutFaults(preferences);
    },
    answer(preferences, asked) {
      const chosen = choose(asked, preferences, declared, hasFaults);
      return mapAnswer(chosen, (reply) => complete(reply, preferences, asked.head.method === 'HEAD'));
    },
  };
}

/** Leaves out the preferences that only faults follow. */
function withoutFaults(preferences: Preferences): Preferences {
  return { ...preferences, cut: undefined, html: undefined };
}

/** Chooses the reply. A declared reply is sent only if the request is valid, a gateway's fault in any case. */
function choose(
  asked: Asked,
  { html = false, ...preferred }: Preferences,
  declared: DeclaredReplies,
  hasFaults: boolean,
): Answer<Chosen> {
  const { code } = preferred;
  const sample = html ? undefined : sampleOf(asked, preferred, declared);
  // What is preferred in vain is a mistake about the mock, so it is not told in the format of the API.
  if (sample instanceof Refusal) return sample.status === 404 ? replyTo(sample) : asked.refuse(sample);
  if (sample)
    return mapAnswer(asked.checked(), (reply): Chosen | PendingReply<Chosen> => {
      if (reply.status < 400) return inPlaceOf(reply, sample, asked);
      const other = hasFaults && code !== undefined && code >= 400 ? reply.as?.(code) : undefined;
      return other ? { ...other, follows: [`code=${code}`] } : reply;
    });
  if (code === undefined) return asked.usual();
  const follows = [`code=${code}`];
  if (code >= 400 && hasFaults)
    return { ...gatewayReply(code, html), follows: html ? [...follows, 'format=html'] : follows };
  return mapAnswer(asked.usual(), (reply) => (reply.status === code ? { ...reply, follows } : reply));
}

/** A declared reply, and the preferences that it follows. */
interface Sample {
  readonly made: Reply | Steps<Reply>;
  readonly follows: readonly string[];
}

/** Makes a reply. It takes over what the one in its place would have said was wrong, and what would have followed a success. */
function inPlaceOf(
  { warning = '', afterwards }: Reply,
  { made, follows }: Sample,
  { context, wait }: Asked,
): Chosen | PendingReply<Chosen> {
  const reply = after('kind' in made ? made : soon(made, context), (each): Chosen => {
    const next = each.status < 400 && { afterwards };
    return { ...each, headers: each.headers + warning, follows, ...next };
  });
  return isPromise(reply) ? wait(reply, context) : reply;
}

/** Returns the declared example or, where there are no examples, the declared reply with the status. */
function sampleOf(
  { operation, head }: Asked,
  { code, example, seed, dynamic = false }: Preferred,
  declared: DeclaredReplies,
): Sample | Refusal | undefined {
  if (operation === undefined) return undefined;
  const coded = code === undefined ? [] : [`code=${code}`];
  const ways: [preferred: Preferred, applied: readonly string[]][] = [];
  if (example !== undefined) ways.push([{ code, example }, [nameOf(example)]]);
  else if (seed !== undefined) ways.push([{ code, seed }, [dynamic ? 'dynamic=true' : 'seed']]);
  if (code !== undefined) ways.push([{ code }, []]);
  for (const [preferred, applied] of ways) {
    const made = declared(operation, preferred, head);
    if (made instanceof Refusal) return made;
    if (made) return { made, follows: [...coded, ...applied] };
  }
  return undefined;
}

/** Writes the preference for an example, with its name if a header can contain it as it is. */
function nameOf(example: string): string {
  return example.length <= MAX_NAME && isFieldName(example) ? `example=${example}` : 'example';
}

/** The limit on the length of a name in a header. */
const MAX_NAME = 128;

/** The faults that a request asks for in its `Prefer` header (RFC 7240). */
export interface Preferences extends Preferred {
  /** The delay before the reply, in seconds. */
  readonly delay?: number | undefined;
  /** True if the body should break off in the middle. */
  readonly cut?: boolean | undefined;
  /** True if a gateway's reply should be a page. */
  readonly html?: boolean | undefined;
}

/** The longest delay, in seconds. */
const MAX_DELAY = 30;

/** A preference: a name, and possibly a value, which may be quoted. The rest, up to a comma outside quotation marks, is ignored. */
const TOKEN = `(${TOKEN_CHARACTER}+)`;
const INSIDE_QUOTES = String.raw`(?:[^"\\]|\\.)*`;
const PREFERENCE = new RegExp(
  String.raw`${TOKEN}(?:[\t ]*=[\t ]*(?:"(${INSIDE_QUOTES})"|${TOKEN}))?[^,"]*(?:"${INSIDE_QUOTES}"?[^,"]*)*`,
  'g',
);
const CODE = /^[2-5]\d\d$/;
const DELAY = /^\d{1,2}(?:\.\d{1,3})?$/;

/**
 * Reads the preferences of a request; undefined if none can be followed. Unknown ones are ignored. In a query, which browsers send
 * without any header, their names begin with two underscores (`?__code=404`).
 */
export function readPreferences(prefer: string | undefined, query?: string): Preferences | undefined {
  const isInQuery = query !== undefined && IN_QUERY.test(query);
  if (prefer === undefined && !isInQuery) return undefined;
  const given = [...(isInQuery ? queriedValues(query) : []), ...valuesOf(prefer ?? '')];
  const { code = '', delay = '', cut, format, example, dynamic, seed } = Object.fromEntries(given);
  const isDynamic = dynamic === 'true' && !seed;
  const seconds = DELAY.test(delay) ? Number(delay) : 0;
  const preferences = {
    code: CODE.test(code) ? Number(code) : undefined,
    delay: seconds > 0 && seconds <= MAX_DELAY ? seconds : undefined,
    cut: cut === 'body' || undefined,
    html: format === 'html' || undefined,
    example: example || undefined,
    seed: isDynamic ? crypto.randomUUID() : seed || undefined,
    dynamic: isDynamic || undefined,
  };
  return Object.values(preferences).some((value) => value !== undefined) ? preferences : undefined;
}

const IN_QUERY = /(?:^|&)__[a-z]+=/;

/** Returns the preferences in a query. Those of the header win. */
function queriedValues(query: string): [name: string, value: string][] {
  const pairs = [...new URLSearchParams(query)].filter(([name]) => name.startsWith('__'));
  return pairs.map(([name, value]) => [name.slice('__'.length), value]);
}

/** Returns the values by name. The first of several with one name counts. */
function valuesOf(prefer: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of prefer.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return values;
}

/** The most replies that wait at once. */
export const MAX_WAITING = 1000;

/** Replies that are being delayed. */
export class DelayedReplies {
  #waiting = 0;

  get isFull(): boolean {
    return this.#waiting >= MAX_WAITING;
  }

  /** Delays a reply by some seconds, or until the client disconnects. */
  hold(reply: Reply, seconds: number): PendingReply<Reply> {
    let abort: (() => void) | undefined;
    this.#waiting++;
    const held = new Promise<Reply>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000, reply);
      abort = () => {
        clearTimeout(timer);
        resolve(reply);
      };
    });
    const leave = () => {
      this.#waiting--;
      return reply;
    };
    return { kind: 'pending', reply: held.then(leave), abort: () => abort?.() };
  }
}

/** The meanings of statuses that come from a gateway, or from a service that cannot answer now. */
const sentences: Readonly<Record<number, string>> = {
  429: 'There are too many requests; wait before the next one.',
  500: 'The service has failed.',
  502: 'The gateway got no valid answer from the service.',
  503: 'The service can’t answer now; try again later.',
  504: 'The gateway got no answer from the service in time.',
};

/** The seconds after which a client should try again. */
const RETRY_AFTER = '1';

/** The headers that belong to a status (RFC 9110, 15.5 and 15.6; RFC 6585). */
const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  405: { Allow: '' },
  407: { 'Proxy-Authenticate': 'Basic' },
  426: { Upgrade: 'TLS/1.2' },
  429: { 'Retry-After': RETRY_AFTER },
  503: { 'Retry-After': RETRY_AFTER },
};

/** Returns the header lines that belong to a status. */
export function linesFor(status: number): string {
  return linesOf(...Object.entries(headersOf[status] ?? {}).flat());
}

/** Makes a reply with a status that the request did not cause. */
function gatewayReply(status: number, isPage = false): TextReply {
  const phrase = phraseOf(status);
  if (isPage) return pageReply(status, phrase);
  const refusal = new Refusal(status, phrase, headersOf[status]);
  return errorReply(refusal, JSON.stringify(phrase), sentences[status] ?? phrase);
}

/** Makes a page, which gateways send whatever the client accepts. */
function pageReply(status: number, phrase: string): TextReply {
  const title = `${status} ${phrase}`;
  return {
    kind: 'reply',
    status,
    headers: linesOf('Content-Type', 'text/html') + NOSNIFF + NO_STORE + linesFor(status),
    body: `<!doctype html>
<html>
<head><title>${title}</title></head>
<body>
<center><h1>${title}</h1></center>
<hr><center>gateway</center>
</body>
</html>
`,
  };
}

/** Changes the reply that an answer leads to, knowing the body that it needed. The replies to incomplete and oversized bodies stay the same. */
export function mapAnswer<From extends Reply, To extends Reply>(
  answer: Answer<From>,
  change: (reply: From, body?: Uint8Array) => From | To | PendingReply<From | To>,
): Answer<From | To> {
  if (answer.kind === 'reply') return change(answer);
  if (answer.kind === 'pending') return changedLater(answer, change);
  return {
    kind: 'body',
    limit: answer.limit,
    complete(body) {
      const reply = answer.complete(body);
      const changeWith = (made: From) => change(made, body);
      return reply.kind === 'reply' ? changeWith(reply) : changedLater(reply, changeWith);
    },
    overflow: answer.overflow,
    brokenOff: answer.brokenOff,
  };
}

/** Passes an abort on to whatever is awaited at that time. */
function changedLater<From extends Reply, To extends Reply>(
  pending: PendingReply<From>,
  change: (reply: From) => To | PendingReply<To>,
): PendingReply<To> {
  let current: Pick<PendingReply, 'abort'> = pending;
  let isAborted = false;
  const reply = pending.reply.then((made) => {
    const changed = change(made);
    if (changed.kind === 'reply') return changed;
    current = changed;
    if (isAborted) changed.abort();
    return changed.reply;
  });
  function abort(): void {
    isAborted = true;
    current.abort();
  }
  return { kind: 'pending', reply, abort };
}
