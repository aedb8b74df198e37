import { indent } from '../indent.ts';
import type { CaseRequest } from './case.ts';

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
export function writeMessage(request: CaseRequest): string {
  const { method, target, headers } = request;
  const lines = Object.entries(headers).map(([name, value]) => `\n${name}: ${value}`);
  const body = shownBody(request);
  return `${method} ${target}${lines.join('')}${body === undefined ? '' : `\n\n${body}`}`;
}

function shownBody({ body, bodyBase64 }: CaseRequest): string | undefined {
  if (bodyBase64 !== undefined) return new TextDecoder().decode(bytesOf(bodyBase64));
  if (body === undefined || !isJson(body)) return body;
  const laidOut = indent(body);
  return laidOut.split('\n').length > MAX_LINES ? body : laidOut;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return text.trim().length === text.length;
  } catch {
    return false;
  }
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * The bytes of a body. Bytes that the editor can't show are sent as in the original case until the text is changed. In a
 * multipart form, line ends become CRLF, which the editor can't hold.
 */
export function bodyBytes(
  { body, headers }: Message,
  from: CaseRequest | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  if (from?.bodyBase64 !== undefined && body === shownBody(from)) return bytesOf(from.bodyBase64);
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const text = /^multipart\//i.test(type) ? body.replaceAll('\n', '\r\n') : body;
  return new TextEncoder().encode(text);
}
