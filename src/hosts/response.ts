import {
  type Content,
  CutContent,
  type Piece,
  piecesOf,
  StreamedContent,
  type WholeContent,
} from '../http/content.ts';
import { idLine } from '../http/core.ts';
import { pairsOf } from '../http/reply.ts';
import type { FinalReply } from '../http/types.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { remembering } from '../text/memo.ts';

/** Tells Workers that a body with a content coding is already encoded. Other runtimes assume so. */
interface ResponseOptions extends ResponseInit {
  readonly encodeBody: 'manual';
}

/** Makes a response. An empty body is passed as null, because an empty string would get a Content-Type. */
export function responseTo({ method }: Request, { status, headers: lines, body, id }: FinalReply): Response {
  const isBodiless = method === 'HEAD' || body === '';
  const headers = headersOf(lines.slice(0, -idLine(id).length), id);
  const options: ResponseOptions = { encodeBody: 'manual', status, headers };
  const response = new Response(isBodiless ? null : contentOf(body), options);
  // Some runtimes give the response to a HEAD a Content-Length of 0.
  if (method === 'HEAD' && body !== '' && !(body instanceof StreamedContent))
    response.headers.set('Content-Length', String(blobOf(body).size));
  return response;
}

function contentOf(body: Content): Piece | Blob | ReadableStream<Uint8Array> {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  return body instanceof StreamedContent ? streamOf(body) : blobOf(body);
}

function blobOf(body: WholeContent): Blob {
  return new Blob([...piecesOf(body)]);
}

type Fields = Readonly<Record<string, string>>;

const MAX_REMEMBERED = 100;

/** Most replies share all header lines except for the id, and reading them costs as much as making the response. */
const fieldsOf = remembering((lines): Fields | 'several' => {
  const pairs = pairsOf(lines);
  const fields = Object.fromEntries(pairs);
  return Object.keys(fields).length < pairs.length ? 'several' : fields;
}, MAX_REMEMBERED);

/** Reads header lines, and adds the id. Returns a copy, because frameworks may change it. */
function headersOf(lines: string, id: string): Fields | Headers {
  const fields = fieldsOf(lines);
  if (fields === 'several') return severalOf([...pairsOf(lines), ['X-Request-Id', id]]);
  return { ...fields, 'X-Request-Id': id };
}

/** Keeps several fields with one name apart. */
function severalOf(pairs: ReturnType<typeof pairsOf>): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

/** Makes one piece at a time, when there is room for it and others have had their turn. */
function streamOf(content: StreamedContent): ReadableStream<Uint8Array> {
  const iterator = content.pieces[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve));
      const { done, value } = iterator.next();
      if (done && content instanceof CutContent) controller.error(new Error('The reply breaks off here'));
      else if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encodeUtf8(value) : value);
    },
    cancel: () => void iterator.return?.(),
  });
}
