import { refusedHead } from '../http/host.ts';
import { fieldSize, type HeadSize } from '../http/limits.ts';
import { replyTo } from '../http/reply.ts';
import type { Answer, AppCore, FinalReply, PendingReply, RequestHead } from '../http/types.ts';
import { readBytes } from './read-bytes.ts';
import { responseTo } from './response.ts';

/**
 * Serves an app wherever requests and responses follow the Fetch standard. A request waits only for what it needs, because each
 * additional promise costs a noticeable part of the time of an answer.
 */
export function createFetch(app: AppCore): (request: Request) => Promise<Response> {
  return (request) => {
    const answer = receive(app, request);
    if (answer.kind === 'reply') return Promise.resolve(makeResponse(app, request, answer));
    if (answer.kind === 'pending') return settle(app, request, answer);
    return readBytes(request, answer.limit).then(
      (body) => respond(app, request, body ? answer.complete(body) : answer.overflow()),
      () => makeResponse(app, request, answer.brokenOff()),
    );
  };
}

function receive(app: AppCore, { method, url, headers }: Request): Answer {
  const head: RequestHead = {
    method,
    target: targetOf(url),
    header: (name) => headers.get(name) ?? undefined,
    isSecure: url.startsWith('https:'),
  };
  const refused = refusedHead(head, sizeOf(head.target, headers), app.limits);
  return refused ? app.finish(replyTo(refused), head) : app.receive(head);
}

/**
 * Returns everything after the authority, without the fragment, which no server should get. Bun passes only a path if the request
 * has no usable host.
 */
function targetOf(url: string): string {
  const authority = url.startsWith('/') ? -1 : url.indexOf('://');
  const path = authority === -1 ? 0 : url.indexOf('/', authority + '://'.length);
  const fragment = url.indexOf('#', path);
  return fragment === -1 ? url.slice(path) : url.slice(path, fragment);
}

/** Measures a head. On Deno, an iterator over its fields costs eight times as much as `forEach`. */
function sizeOf({ length: target }: string, fields: Headers): HeadSize {
  let headers = 0;
  let headerBytes = 0;
  fields.forEach((value, name) => {
    headers++;
    headerBytes += fieldSize(name, value);
  });
  return { target, headers, headerBytes };
}

function respond(
  app: AppCore,
  request: Request,
  answer: FinalReply | PendingReply,
): Response | Promise<Response> {
  return answer.kind === 'reply' ? makeResponse(app, request, answer) : settle(app, request, answer);
}

/** Waits for a reply, and tells its maker if the client disconnects. */
async function settle(app: AppCore, request: Request, { reply, abort }: PendingReply): Promise<Response> {
  const { signal } = request;
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  const made = await reply;
  signal.removeEventListener('abort', abort);
  return makeResponse(app, request, made);
}

/** Makes the response for a reply. If the runtime cannot make it, that is a bug. */
function makeResponse(app: AppCore, request: Request, reply: FinalReply): Response {
  try {
    return responseTo(request, reply);
  } catch (bug) {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    return responseTo(request, app.fail(bug, reply.id, { header }));
  }
}
