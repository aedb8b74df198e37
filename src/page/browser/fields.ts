import { attempt } from '../../errors/bodies/attempt.ts';
import { defined } from '../../text/guards.ts';
import { ensure, rememberLast } from '../../text/memo.ts';
import type { CaseData, FieldData, Operation } from './case.ts';
import { markOf, marksIn } from './files.ts';
import { boundaryOf, contentTypeOf, readMessage, writeMessage } from './message.ts';
import { changed, decoded, formParts, locOf, placeOf, replaced, valueAt } from './places.ts';

/** The values of a form's fields, as they stand in the text of a request. */

/** The value of a field for people; undefined if the request lacks it. */
export interface FieldValue {
  readonly shown: string;
  /** The value is in the body, and is of another kind than the field expects: `null`, a number for text. */
  readonly isOther: boolean;
}

export function readField(
  { place, kind }: FieldData,
  text: string,
  { path }: Operation,
): FieldValue | undefined {
  const found = valueAt(place, text, path);
  if (!found) return undefined;
  const { source, notation, start } = found;
  if (notation !== 'json') return { shown: notation === 'plain' ? source : decoded(source), isOther: false };
  const isText = kind === 'text' || kind === 'date';
  const string: unknown = attempt(() => JSON.parse(source));
  if (kind === 'json' || kind === 'choice' || typeof string !== 'string')
    return { shown: source.replaceAll(`\n${indentAt(start, text)}`, '\n'), isOther: isText };
  return { shown: string, isOther: !isText };
}

/** The text of the request with another value in a field; undefined leaves it out. */
export function writeField(
  { place, kind }: FieldData,
  value: string | undefined,
  text: string,
  { path }: Operation,
): string {
  const { notation } = defined(placeOf(locOf(place), readMessage(text), path));
  if (value === undefined || notation === 'plain') return changed(text, place, value, path);
  if (notation === 'encoded') return changed(text, place, encodeURIComponent(value), path);
  const next = changed(text, place, written(kind, value), path);
  const found = valueAt(place, next, path);
  // The lines of a value are indented like the line that it begins in.
  return found
    ? replaced(next, found, found.source.replaceAll('\n', `\n${indentAt(found.start, next)}`))
    : next;
}

/** The spaces before the text of the line that has a position. */
function indentAt(at: number, text: string): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return line.slice(0, line.length - line.trimStart().length);
}

/** Writes a value as JSON: as it is if that is what the field expects, otherwise as a string. */
function written(kind: FieldData['kind'], value: string): string {
  const isWritten = kind === 'json' || kind === 'choice' || (kind === 'number' && NUMBER.test(value));
  return isWritten ? value : JSON.stringify(value);
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What was found in the last cases, since all of it is shown again with every key. */
const wrongOf = rememberLast((_cases: readonly CaseData[]) => new Map<string, (string | undefined)[]>());

/** The wrong values of a place that the cases have, each once, as they are written; undefined if the value is left out. */
export function wrongValues(cases: readonly CaseData[], place: string, path: string): (string | undefined)[] {
  return ensure(wrongOf(cases), place, () => {
    const wrong = cases.filter((each) => each.place === place && each.kind !== 'accepted');
    return [...new Set(wrong.map(({ request }) => valueAt(place, writeMessage(request), path)?.source))];
  });
}

/** The marks of the files that a field has in the text of a request. */
export function fileMarks({ place, name }: FieldData, text: string): string[] {
  const message = readMessage(text);
  if (place === 'body') return marksIn(message.body ?? '');
  const parts = formParts(message)?.filter((each) => each.name === name) ?? [];
  return parts.flatMap(({ value }) => marksIn(value));
}

/** The text of the request with other files in a field. */
export function writeFiles({ place, name }: FieldData, files: readonly File[], text: string): string {
  if (place === 'body') return withBodyFile(text, files[0]);
  let next = text;
  while (valueAt(place, next)) next = changed(next, place, undefined);
  for (const file of files) next = withFormFile(next, name, file);
  return next;
}

/** The text of a request with a file as its body; without one, without a body. */
function withBodyFile(text: string, file: File | undefined): string {
  const { body, bodyStart, headers } = readMessage(text);
  const head = body === undefined ? text : text.slice(0, bodyStart - 2);
  if (!file) return head;
  const type = contentTypeOf(headers) === '' ? `\nContent-Type: ${typeOf(file)}` : '';
  return `${head}${type}\n\n${markOf(file)}`;
}

/** The text of a request with one more file in its multipart form. */
function withFormFile(text: string, name: string, file: File): string {
  const { body = '', bodyStart, headers } = readMessage(text);
  const boundary = boundaryOf(headers);
  if (boundary === undefined) return text;
  const delimiter = `--${boundary}`;
  const end = bodyStart + body.lastIndexOf(delimiter);
  // A form that was deleted begins anew.
  if (end < bodyStart) return withFormFile(`${text.trimEnd()}\n\n${delimiter}--\n`, name, file);
  const fileName = file.name.replaceAll('"', '%22');
  const head = `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\nContent-Type: ${typeOf(file)}`;
  return `${text.slice(0, end)}${delimiter}\n${head}\n\n${markOf(file)}\n${text.slice(end)}`;
}

function typeOf({ type }: File): string {
  return type || 'application/octet-stream';
}
