import { UploadedFile } from '../fields/values.ts';
import { decodeUtf8WithMark, encodeUtf8, indexOfBytes } from '../text/bytes.ts';
import { readParameters } from '../text/parameters.ts';
import { matchesWhole, trim } from '../text/scan.ts';
import { TOKEN_CHARACTER } from '../text/strings.ts';
import type { FormValue } from './form.ts';

/** A range of bytes in the body, with an exclusive end. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a multipart form. */
interface Part {
  readonly name: string;
  readonly value: FormValue;
}

/** The information in the headers of a part. */
interface PartHead {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
}

/** The most bytes in the headers of a part. */
export const MAX_HEADER_BYTES = 8 * 1024;
export const lineEnd = encodeUtf8('\r\n');
const emptyLine = encodeUtf8('\r\n\r\n');

/** Reads a part, which is a file if it has a file name. A string says what is wrong with it, to follow "Part 2 of the form". */
export function readPart(bytes: Uint8Array, span: Span): Part | string {
  const end = endOfHead(bytes, span);
  if (typeof end === 'string') return end;
  const head = readHead(bytes.subarray(span.start, end));
  if (typeof head === 'string') return head;
  const content = view(bytes, end + emptyLine.length, span.end);
  const { name, filename, type } = head;
  if (filename !== undefined) return { name, value: new UploadedFile(filename, type, content) };
  const value = decodeUtf8WithMark(content);
  return typeof value === 'string' ? { name, value } : `is not UTF-8 from its byte ${value} on`;
}

/** Returns the end of the headers, which an empty line follows. Without headers, that is the end of the delimiter's line. */
function endOfHead(bytes: Uint8Array, { start, end }: Span): number | string {
  const from = start - lineEnd.length;
  const most = start + MAX_HEADER_BYTES + emptyLine.length;
  const at = indexOfBytes(bytes.subarray(from, Math.min(end, most)), emptyLine, 0);
  if (at !== -1) return from + at;
  return end > most ? `has headers of more than ${MAX_HEADER_BYTES} bytes` : 'has headers that never end';
}

function readHead(bytes: Uint8Array): PartHead | string {
  const text = decodeUtf8WithMark(bytes);
  if (typeof text !== 'string') return 'has headers that are not UTF-8';
  const headers = readHeaders(text);
  if (typeof headers === 'string') return headers;
  if (!isPlain(headers.get('content-transfer-encoding'))) return 'must be sent without a transfer encoding';
  const names = readNames(headers.get('content-disposition'));
  if (typeof names === 'string') return names;
  const { name, filename } = names;
  return { name, filename, type: headers.get('content-type') ?? 'text/plain' };
}

/** Reads both names. Ignores `filename*`, which [RFC 7578, 4.2](https://www.rfc-editor.org/rfc/rfc7578#section-4.2) forbids. */
function readNames(header: string | undefined): Pick<PartHead, 'name' | 'filename'> | string {
  if (header === undefined) return 'has no Content-Disposition';
  const disposition = readParameters(header);
  if (disposition === undefined) return 'has a malformed Content-Disposition';
  if (disposition.value !== 'form-data') return 'has a Content-Disposition other than form-data';
  const name = disposition.parameters.get('name');
  return name === undefined ? 'has no name' : { name, filename: disposition.parameters.get('filename') };
}

/** Reads headers, by their names in lower case. */
function readHeaders(text: string): ReadonlyMap<string, string> | string {
  const headers = new Map<string, string>();
  for (const line of text === '' ? [] : text.split('\r\n')) {
    if (!matchesWhole(HEADER, line)) return 'has a malformed header';
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (headers.has(name)) return 'has the same header twice';
    headers.set(name, trim(line.slice(colon + 1)));
  }
  return headers;
}

/** A name and its value on one line, without control characters. */
const HEADER = new RegExp(String.raw`${TOKEN_CHARACTER}+:[\t -~\u0080-\uffff]*`, 'y');

/** Accepts the encodings that change nothing ([RFC 2045, 6.2](https://www.rfc-editor.org/rfc/rfc2045#section-6.2)). */
function isPlain(encoding = 'binary'): boolean {
  return ['7bit', '8bit', 'binary'].includes(encoding.toLowerCase());
}

/** Returns a view of the body: not a copy, and a plain `Uint8Array` even if the body is a `Buffer`. */
function view(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}
