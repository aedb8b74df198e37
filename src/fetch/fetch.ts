import { type Content, type Piece, piecesOf } from '../http/content.ts';
import { fieldSize, type HeadSize, oversized } from '../http/limits.ts';
import { replyTo } from '../http/reply.ts';
import type { RequestHead } from '../http/request.ts';
import type { AppCore, FinalReply, PendingReply } from '../http/types.ts';

/** Carries the service wherever requests and responses are those of the Fetch standard. */
export function createFetch(app: AppCore): (request: Request) => Promise<Response> {
  return async (request) => {
    const head = headOf(request);
    const refused = oversized(sizeOf(head.target, request.headers), app.limits);
    if (refused) return responseTo(request, app.finish(replyTo(refused), head.header));
    const answer = app.receive(head);
    if (answer.kind !== 'body') return responseTo(request, await settled(answer, request));
    const given = await readBytes(request, answer.limit).then(
      (body) => (body ? answer.complete(body) : answer.overflow()),
      () => answer.brokenOff(),
    );
    return responseTo(request, await settled(given, request));
  };
}

/** Waits for a reply, and tells whoever makes it when the client has gone. */
async function settled(answer: FinalReply | PendingReply, { signal }: Request): Promise<FinalReply> {
  if (answer.kind === 'reply') return answer;
  signal.addEventListener('abort', answer.abort);
  const reply = await answer.reply;
  signal.removeEventListener('abort', answer.abort);
  return reply;
}

function headOf({ method, url, headers }: Request): RequestHead {
  return { method, target: targetOf(url), header: (name) => headers.get(name) ?? undefined };
}

/** What follows the authority, without the fragment that no server would be sent. */
function targetOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + '://'.length);
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

/** The body, or undefined as soon as there is more of it than `limit`. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return concatenate(chunks, length);
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Several headers of one name stay several; a body given without a type would get one of its own. */
function responseTo({ method }: Request, { status, headers, body }: FinalReply): Response {
  const fields = new Headers();
  for (const [, name = '', value = ''] of headers.matchAll(/(.+): (.+)\r\n/g)) fields.append(name, value);
  return new Response(method === 'HEAD' || body === '' ? null : bodyOf(body), { status, headers: fields });
}

function bodyOf(content: Content): Piece | Blob {
  const [first = '', ...others] = piecesOf(content);
  return others.length === 0 ? first : new Blob([first, ...others]);
}
