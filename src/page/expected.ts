import { entriesOf, refusalHeaders, type Subject } from '../cases/subject.ts';
import { Refusal } from '../contract/outcome.ts';
import { type Issue, sentence } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import type { InjectedRequest } from '../http/inject.ts';
import { type Reply, replyTo, uncachedJson } from '../http/reply.ts';
import type { Route } from '../http/types.ts';
import { decodeBase64 } from '../text/bytes.ts';
import { isFieldName } from '../text/strings.ts';

/** The most bytes of a request in JSON: it is answered in one turn, while others wait. */
const MAX_LENGTH = 128 * 1024;

/**
 * Tells what reply a request would get, without a handler: the page asks while somebody changes a request, and shows what is
 * wrong in the words of the service itself. The body is a request in the JSON of cases.
 */
export function expectedRoute(path: string, subject: () => Subject, format: ErrorFormat): Route {
  return {
    method: 'POST',
    path,
    maxBody: MAX_LENGTH,
    answer: () => ({
      kind: 'body',
      limit: MAX_LENGTH,
      complete: (body) => expectedReply(body, subject(), format),
      overflow: () => replyTo(new Refusal(413, 'The request is too large')),
      brokenOff: () => replyTo(new Refusal(400, 'The request is not complete')),
    }),
  };
}

function expectedReply(body: Uint8Array, { inject }: Subject, { words, isProblem }: ErrorFormat): Reply {
  const request = readRequest(body);
  if (!request) return replyTo(new Refusal(400, 'The body is not a request in JSON'));
  const reply = inject(request);
  const entries = reply && entriesOf(reply.status, reply.body);
  // Formats of others, such as those that a document declares, are written from sentences.
  const tell = (issue: Issue) =>
    entries || isProblem ? words.label(issue) + words.message(issue) : sentence(issue);
  const expected = reply && {
    status: reply.status,
    headers: refusalHeaders(reply.headers),
    entries,
    body: reply.body,
    errors: reply.issues?.all.map((issue) => ({
      place: issue.path.join('.'),
      message: tell(issue),
    })),
  };
  return uncachedJson(JSON.stringify({ expected }));
}

const TARGET = /^\/[!-~]*$/;
const HEADER = /^[\t -~\u0080-\u00ff]*$/;

/** Reads a request in JSON; undefined if there is none. A preference is left out: a fault would keep the caller waiting. */
function readRequest(bytes: Uint8Array): InjectedRequest | undefined {
  try {
    const { method, target, headers, body, bodyBase64 } = JSON.parse(new TextDecoder().decode(bytes));
    if (!isFieldName(String(method)) || !TARGET.test(String(target)) || !isRecord(headers)) return undefined;
    const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'prefer');
    if (!named.every(([name, value]) => isFieldName(name) && HEADER.test(String(value)))) return undefined;
    const text = typeof body === 'string' ? body : undefined;
    return {
      method: String(method),
      target: String(target),
      headers: Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
      body: typeof bodyBase64 === 'string' ? decodeBase64(bodyBase64) : text,
    };
  } catch {
    return undefined;
  }
}
