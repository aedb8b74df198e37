import { Refusal } from '../contract/outcome.ts';
import { encodeUtf8, hasBytesAt, indexOfBytes } from '../text/bytes.ts';
import { readParameters } from '../text/parameters.ts';
import { addValue, type FormValue, MAX_FORM_FIELDS, type RawForm } from './form.ts';
import { lineEnd, MAX_HEADER_BYTES, readPart, type Span } from './part.ts';

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
  const boundary = readBoundary(contentType);
  if (boundary instanceof Refusal) return boundary;
  const form = new Map<string, FormValue[]>();
  if (bytes.length === 0) return form;
  const spans = splitParts(bytes, encodeUtf8(`\r\n--${boundary}`));
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

/** Finds the parts between the delimiters. Anything after the last delimiter is ignored. */
function splitParts(bytes: Uint8Array, delimiter: Uint8Array): readonly Span[] | Refusal {
  const spans: Span[] = [];
  let at = endOfFirst(bytes, delimiter);
  if (at === -1) return unopened;
  while (!hasBytesAt(bytes, dashes, at)) {
    if (!hasBytesAt(bytes, lineEnd, at)) return at === bytes.length ? unclosed : ambiguous;
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
