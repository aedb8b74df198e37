import { CutContent, piecesOf, StreamedContent } from '../http/content.ts';
import { fieldSize, type HeadSize } from '../http/limits.ts';
import { pairsOf } from '../http/lines.ts';
import { refusedHead } from '../http/refused-head.ts';
import { replyTo } from '../http/reply.ts';
import type { RequestHead } from '../http/request.ts';
import type { AppCore, FinalReply, PendingReply } from '../http/types.ts';
import { readBytes } from './read-bytes.ts';

/** Carries an app wherever requests and responses are those of the Fetch standard. */
export function createFetch(app: AppCore): (request: Request) => Promise<Response> {
  return async (request) => {
    const head = headOf(request);
    const refused = refusedHead(head, sizeOf(head.target, request.headers), app.limits);
    if (refused) return responseTo(request, app.finish(replyTo(refused), head));
    const answer = app.receive(head);
    if (answer.kind !== 'body') return responseTo(request, await settled(answer, request));
    const given = await readBytes(request, answer.limit).then(
      (body) => (body ? answer.complete(body) : answer.overflow()),
      () => answer.brokenOff(),
    );
    return responseTo(request, await settled(given, request));
  };
}

function headOf({ method, url, headers }: Request): RequestHead {
  return { method, target: targetOf(url), header: (name) => headers.get(name) ?? undefined };
}

/**
 * Takes what follows the authority, without the fragment that no server would be sent. Bun gives a path alone where the
 * request had no host that can be used.
 */
function targetOf(url: string): string {
  const authority = url.startsWith('/') ? -1 : url.indexOf('://');
  const path = authority === -1 ? 0 : url.indexOf('/', authority + '://'.length);
  const fragment = url.indexOf('#', path);
  return fragment === -1 ? url.slice(path) : url.slice(path, fragment);
}

function sizeOf({ length: target }: string, fields: Headers): HeadSize {
  let headers = 0;
  let headerBytes = 0;
  for (const [name, value] of fields) {
    headers++;
    headerBytes += fieldSize(name, value);
  }
  return { target, headers, headerBytes };
}

/** Waits for a reply, and tells whoever makes it when the client has gone. */
async function settled(answer: FinalReply | PendingReply, { signal }: Request): Promise<FinalReply> {
  if (answer.kind === 'reply') return answer;
  signal.addEventListener('abort', answer.abort);
  if (signal.aborted) answer.abort();
  const reply = await answer.reply;
  signal.removeEventListener('abort', answer.abort);
  return reply;
}

/** Tells Workers that a body with a coding is in that coding already; other runtimes take it so. */
const asItIs = { encodeBody: 'manual' };

/**
 * Makes a response. Several headers of one name stay several; a body given without a type would get one of its own, and
 * some runtimes say of the body that `HEAD` leaves out that it has no bytes.
 */
function responseTo({ method }: Request, { status, headers, body }: FinalReply): Response {
  const fields = new Headers();
  for (const [name, value] of pairsOf(headers)) fields.append(name, value);
  const isBodiless = method === 'HEAD';
  if (body instanceof StreamedContent)
    return new Response(isBodiless ? null : streamOf(body), { status, headers: fields });
  const [first = '', ...others] = piecesOf(body);
  if (body === '') return new Response(null, { status, headers: fields });
  const content = others.length === 0 ? first : new Blob([first, ...others]);
  if (!isBodiless) return new Response(content, { ...asItIs, status, headers: fields });
  fields.set('Content-Length', String(new Blob([first, ...others]).size));
  return new Response(null, { status, headers: fields });
}

/** Makes one piece after the other, each when there is room for it and others have had their turn. */
function streamOf(content: StreamedContent): ReadableStream<Uint8Array> {
  const iterator = content.pieces[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve));
      const { done, value } = iterator.next();
      if (done && content instanceof CutContent) controller.error(new Error('The reply breaks off here'));
      else if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel: () => void iterator.return?.(),
  });
}
