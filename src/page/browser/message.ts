import { attempt } from '../../errors/bodies/attempt.ts';
import { decodeBase64 } from '../../text/bytes.ts';
import { isFieldName } from '../../text/strings.ts';
import type { RequestData } from './case.ts';
import { type ChosenFiles, withContent } from './files.ts';

/** The request in the editor, with the places of its parts. */
export interface Message {
  readonly text: string;
  readonly method: string;
  readonly target: string;
  readonly targetStart: number;
  readonly headers: readonly HeaderLine[];
  /** Undefined if no empty line follows the headers. */
  readonly body: string | undefined;
  readonly bodyStart: number;
}

export interface HeaderLine {
  readonly name: string;
  readonly value: string;
  /** The start and end of the line, and the start of its value. */
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
}

/** Parses the text in the editor. Any text is some request. */
export function readMessage(text: string): Message {
  const gap = text.indexOf('\n\n');
  const head = gap === -1 ? text : text.slice(0, gap);
  const [first = '', ...lines] = head.split('\n');
  const space = first.indexOf(' ');
  const targetStart = space === -1 ? first.length : space + 1;
  let start = first.length + 1;
  const headers = lines.map((line) => {
    const read = readHeader(line, start);
    start = read.end + 1;
    return read;
  });
  return {
    text,
    method: first.slice(0, space === -1 ? first.length : space),
    target: first.slice(targetStart),
    targetStart,
    headers: headers.filter(({ start, end }) => end > start),
    body: gap === -1 ? undefined : text.slice(gap + 2),
    bodyStart: gap === -1 ? text.length : gap + 2,
  };
}

function readHeader(line: string, start: number): HeaderLine {
  const colon = line.indexOf(':');
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1);
  const valueStart = start + line.length - value.trimStart().length;
  return { name, value: value.trim(), start, end: start + line.length, valueStart };
}

/** The limit on the lines of an indented body. */
const MAX_LINES = 24;

/** Writes a request for the editor. A JSON body is indented, unless it would be too long. */
export function writeMessage(request: RequestData): string {
  const { method, target, headers } = request;
  const lines = Object.entries(headers).map(([name, value]) => `\n${name}: ${value}`);
  const body = shownBody(request);
  return `${method} ${target}${lines.join('')}${body === undefined ? '' : `\n\n${body}`}`;
}

function shownBody({ body, bodyBase64, headers }: RequestData): string | undefined {
  if (bodyBase64 !== undefined) return new TextDecoder().decode(decodeBase64(bodyBase64));
  if (body === undefined) return undefined;
  if (MULTIPART.test(headers['Content-Type'] ?? '')) return body.replaceAll('\r\n', '\n');
  const isJson = body.trim() === body && attempt(() => JSON.parse(body)) !== undefined;
  if (!isJson) return body;
  const laidOut = indent(body);
  return laidOut.split('\n').length > MAX_LINES ? body : laidOut;
}

/** A string, a list of plain values, an empty object, a sign, or white space. */
const PIECE = /"(?:[^"\\]|\\.)*"|\[(?:[^"[\]{}]|"(?:[^"\\]|\\.)*")*\]|\{\s*\}|[{}[\],:]|\s+/g;
const COMMAS = /"(?:[^"\\]|\\.)*"|\s*,\s*|\s+/g;

/** Indents JSON text. Values are not parsed, so that every digit and escape is unchanged. */
function indent(json: string): string {
  let margin = '\n';
  return json.replace(PIECE, (piece) => {
    if (piece.trim() === '') return '';
    if (piece === ':') return ': ';
    if (piece === ',') return piece + margin;
    if (piece === '{' || piece === '[') {
      margin += '  ';
      return piece + margin;
    }
    if (piece === '}' || piece === ']') {
      margin = margin.slice(0, -2);
      return margin + piece;
    }
    return piece.replace(COMMAS, (part) => (part.startsWith('"') ? part : part.includes(',') ? ', ' : ''));
  });
}

const MULTIPART = /^multipart\//i;
const BOUNDARY = /^multipart\/form-data\s*;.*?boundary="?([^";]+)/i;

/** The header with a name in lower case. */
export function headerNamed(wanted: string, headers: readonly HeaderLine[]): HeaderLine | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted);
}

export function contentTypeOf(headers: readonly HeaderLine[]): string {
  return headerNamed('content-type', headers)?.value ?? '';
}

/** The text between the parts of a multipart form; undefined for any other body. */
export function boundaryOf(headers: readonly HeaderLine[]): string | undefined {
  const [, boundary] = BOUNDARY.exec(contentTypeOf(headers)) ?? [];
  return boundary;
}

/**
 * The bytes of a body. Bytes that the editor can't show are sent as in the original case until the text is changed. In a
 * multipart form, line ends become CRLF, which the editor can't hold.
 */
export function bodyBytes(
  { body, headers }: Message,
  from: RequestData | undefined,
  files: ChosenFiles = new Map(),
): Uint8Array<ArrayBuffer> | Blob | undefined {
  if (body === undefined) return undefined;
  if (from?.bodyBase64 !== undefined && body === shownBody(from)) return decodeBase64(from.bodyBase64);
  const text = MULTIPART.test(contentTypeOf(headers)) ? body.replace(/\r?\n/g, '\r\n') : body;
  return withContent(text, files);
}

/** The target of a link: a case, and its edited text. */
export interface Link {
  readonly id: string;
  readonly text: string | undefined;
}

/** The hash of a case, with the whole request if it was edited. */
export function hashOf(id: string, text?: string): string {
  const safe = id.split('/').map(encodeURIComponent).join('/');
  return `#${safe}${text === undefined ? '' : `?${encodeURIComponent(text)}`}`;
}

export function readHash(hash: string): Link {
  const [id = '', text] = hash.slice(1).split('?', 2);
  return {
    id: attempt(() => decodeURIComponent(id)) ?? '',
    text: text === undefined ? undefined : attempt(() => decodeURIComponent(text)),
  };
}

/** Headers that only the browser may set (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;
const VALUE = /^[\t -~\u0080-\u00ff]*$/;
const REFUSED_METHOD = /^(?:connect|trace|track)$/i;
/** Methods that a browser converts to upper case. */
const RAISED_METHOD = /^(?:delete|get|head|options|post|put)$/i;

/** Lists the parts of a request that a browser can't send as written, in a sentence each. */
export function obstacles(message: Message, root: string): string[] {
  return [...methodObstacles(message), ...targetObstacles(message, root), ...headerObstacles(message)];
}

function methodObstacles({ method, body }: Message): string[] {
  if (!isFieldName(method)) return ['The first line has to be a method, a space and a path.'];
  if (REFUSED_METHOD.test(method)) return [`A browser does not send ${method}.`];
  if (RAISED_METHOD.test(method) && method !== method.toUpperCase())
    return [`A browser sends ${method.toUpperCase()} for ${method}.`];
  return body && /^(?:get|head)$/i.test(method) ? [`A browser sends no body with ${method}.`] : [];
}

function targetObstacles({ target }: Message, root: string): string[] {
  if (!target.startsWith('/')) return ['A browser sends only a path that starts with a slash.'];
  const { pathname, search } = addressOf(target, root);
  const sent = pathname + search;
  const wanted = new URL(root).pathname.replace(/\/$/, '') + target;
  return sent === wanted ? [] : [`A browser sends ${sent} for this path.`];
}

/** The address of a path on the service. */
export function addressOf(target: string, root: string): URL {
  return new URL(root.replace(/\/$/, '') + target);
}

function headerObstacles({ headers, text }: Message): string[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return headers.flatMap(({ name, value, start, end }, at) => {
    const line = text.slice(start, end);
    if (!line.includes(':') || !isFieldName(name)) return [`“${line}” is not a header.`];
    if (FORBIDDEN.test(name))
      return [`Browsers don’t let pages set ${name}: copy the request as curl to send it.`];
    if (!VALUE.test(value)) return [`A browser can’t send these characters in ${name}.`];
    return names.indexOf(name.toLowerCase()) < at ? [`A browser sends ${name} only once.`] : [];
  });
}
