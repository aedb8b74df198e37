import { Refusal } from '../contract/outcome.ts';
import { UploadedFile } from '../fields/values.ts';
import { decodeUtf8WithMark, encodeUtf8, hasBytesAt, indexOfBytes } from '../text/bytes.ts';
import { readParameters } from '../text/header-parameters.ts';
import { matchesWhole, trim } from '../text/scan.ts';
import { TOKEN_CHARACTER } from '../text/strings.ts';
import { addValue, type FormValue, MAX_FORM_FIELDS, type RawForm } from './form.ts';

const dashes = encodeUtf8('--');

const malformedType = new Refusal(400, 'The content type of the form is malformed');
const noBoundary = new Refusal(400, 'The content type of the form has no boundary');
const wrongBoundary = new Refusal(
  400,
  `The boundary of the form must be 1 to 70 letters, digits, spaces or '()+_,-./:=?, the last of them no space`,
);
const unopened = new Refusal(400, 'The form must begin with its boundary, on a line of its own');
const unclosed = new Refusal(400, 'The form must end with its boundary and two hyphens');
/** Some readers take such a line for a delimiter, others for a part of a file. */
const ambiguous = new Refusal(400, 'A line of the form begins with its boundary and does not end after it');
const tooManyParts = new Refusal(400, `The form has more than ${MAX_FORM_FIELDS} parts`);

/**
 * Reads a body of `multipart/form-data` by [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578). Refuses what could be read in two
 * ways. An empty body has no fields.
 */
export function readMultipart(bytes: Uint8Array, contentType: string): RawForm | Refusal {
  return read(bytes, contentType, splitParts);
}

const missingBoundary = new Refusal(400, 'Missing boundary in multipart.');
const missingName = new Refusal(400, 'The Content-Disposition header field "name" must be provided.');
const invalid = new Refusal(400, 'Invalid multipart data.');

/** Reads a form as FastAPI does: a part that its boundary does not end is left out, and the words of a 400 are those of Starlette. */
export function readFastapiMultipart(bytes: Uint8Array, contentType: string): RawForm | Refusal {
  const form = read(bytes, contentType, endedParts);
  if (!(form instanceof Refusal)) return form;
  if (form === noBoundary) return missingBoundary;
  return NAMELESS.test(String(form.detail)) ? missingName : invalid;
}

const NO_NAME = 'has no name';
const NO_DISPOSITION = 'has no Content-Disposition';
const NAMELESS = new RegExp(`(?:${NO_NAME}|${NO_DISPOSITION})$`);

function read(bytes: Uint8Array, contentType: string, split: typeof splitParts): RawForm | Refusal {
  const boundary = readBoundary(contentType);
  if (boundary instanceof Refusal) return boundary;
  const form = new Map<string, FormValue[]>();
  if (bytes.length === 0) return form;
  const spans = split(bytes, encodeUtf8(`\r\n--${boundary}`));
  if (spans instanceof Refusal) return spans;
  for (const [index, span] of spans.entries()) {
    const part = readPart(bytes, span);
    if (typeof part === 'string') return new Refusal(400, `Part ${index + 1} of the form ${part}`);
    addValue(form, part.name, part.value);
  }
  return form;
}

function readBoundary(contentType: string): string | Refusal {
  const type = readParameters(contentType);
  if (type === undefined) return malformedType;
  const boundary = type.parameters.get('boundary');
  if (boundary === undefined) return noBoundary;
  return BOUNDARY.test(boundary) ? boundary : wrongBoundary;
}

/** The grammar of [RFC 2046, 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1). */
const BOUNDARY = /^[\dA-Za-z'()+_,./:=? -]{0,69}[\dA-Za-z'()+_,./:=?-]$/;

/** Finds the parts that end, whether or not the form does. */
function endedParts(bytes: Uint8Array, delimiter: Uint8Array): readonly Span[] | Refusal {
  const spans: Span[] = [];
  const split = splitParts(bytes, delimiter, spans);
  return split === unclosed ? spans : split;
}

/** Finds the parts between the delimiters. Anything after the last delimiter is ignored. */
function splitParts(bytes: Uint8Array, delimiter: Uint8Array, spans: Span[] = []): readonly Span[] | Refusal {
  let at = endOfFirst(bytes, delimiter);
  if (at === -1) return unopened;
  while (!hasBytesAt(bytes, dashes, at)) {
    if (!hasBytesAt(bytes, lineEnd, at)) {
      spans.pop();
      return bytes.length - at < dashes.length ? unclosed : ambiguous;
    }
    const start = at + lineEnd.length;
    const end = indexOfBytes(bytes, delimiter, start);
    if (end === -1) return unclosed;
    if (spans.push({ start, end }) > MAX_FORM_FIELDS) return tooManyParts;
    at = end + delimiter.length;
  }
  return spans;
}

/**
 * Returns the end of the first delimiter, or -1 if it is not on a line of its own: skipping it would lose the part that follows.
 * A preamble may precede it, no longer than the headers of a part.
 */
function endOfFirst(bytes: Uint8Array, delimiter: Uint8Array): number {
  const opening = delimiter.subarray(lineEnd.length);
  const start = indexOfBytes(bytes.subarray(0, MAX_HEADER_BYTES + opening.length), opening, 0);
  if (start === -1 || (start > 0 && !hasBytesAt(bytes, delimiter, start - lineEnd.length))) return -1;
  return start + opening.length;
}

/** A range of bytes in the body, with an exclusive end. */
interface Span {
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
const MAX_HEADER_BYTES = 8 * 1024;
const lineEnd = encodeUtf8('\r\n');
const emptyLine = encodeUtf8('\r\n\r\n');

/** Reads a part, which is a file if it has a file name. A string says what is wrong with it, to follow "Part 2 of the form". */
function readPart(bytes: Uint8Array, span: Span): Part | string {
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
  if (header === undefined) return NO_DISPOSITION;
  const disposition = readParameters(header);
  if (disposition === undefined) return 'has a malformed Content-Disposition';
  if (disposition.value !== 'form-data') return 'has a Content-Disposition other than form-data';
  const name = disposition.parameters.get('name');
  return name === undefined ? NO_NAME : { name, filename: disposition.parameters.get('filename') };
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
