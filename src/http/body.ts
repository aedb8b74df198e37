import { type Endpoint, isForm } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import { Issue, Issues } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import type { Values } from '../fields/values.ts';
import { decodeUtf8, encodeUtf8, repairUtf8 } from '../text/bytes.ts';
import { describeFlaw, Flaw } from '../text/json/flaw.ts';
import { isUntold, PythonFlaw, pythonLimits, readPythonJson } from '../text/json/python.ts';
import { type JsonDialect, readJson, readJsonInSteps } from '../text/json/reader.ts';
import { quote } from '../text/strings.ts';
import { atOnce, type Steps } from '../text/turns.ts';
import { type FormOptions, formValuesReader, readForm } from './form.ts';
import type { Limits } from './limits.ts';
import {
  type BodyReader,
  emptyBody,
  essenceOf,
  isMultipart,
  type RawBody,
  refusalOf,
  typeChecker,
  unsupportedForm,
  unsupportedJson,
} from './media.ts';
import { readFastapiMultipart, readMultipart } from './multipart.ts';
import { fieldOf } from './parse.ts';
import { type IsList, listsIn } from './parts.ts';
import type { HeaderLookup } from './types.ts';

/** Returns the reader of the body that an endpoint declares, if it declares one. */
export function bodyReader(
  { body, bodyTypes }: Pick<Endpoint, 'body' | 'bodyTypes'>,
  limits: Limits,
  values: Values = 'strict',
): BodyReader | undefined {
  if (body === undefined) return undefined;
  if (body === 'unread' || body === 'bytes')
    return {
      unsupported: typeChecker(bodyTypes),
      read: (bytes) => ({ value: body === 'bytes' ? bytes : undefined, bytes }),
    };
  if (isForm(body)) {
    const names = Object.keys(body.form);
    const compile = values === 'fastapi' ? fastapiFormReader : formBodyReader;
    const reader = compile(names, listsIn(body.form), body);
    return body.isOptional ? unlessEmpty(reader) : reader;
  }
  const field = fieldOf(body);
  if (field.mediaType !== undefined) return { unsupported: typeChecker(bodyTypes), read: readText };
  if (values === 'fastapi') return { unsupported: () => undefined, ...fastapiReader(limits, field) };
  const refusal = refusalOf(bodyTypes);
  return { unsupported: (header) => unsupportedJson(header, refusal), ...jsonReader(limits) };
}

/** Reads a body that is text, as UTF-8. */
function readText(bytes: Uint8Array): RawBody {
  return bytes.length === 0 ? emptyBody : textBody(repairUtf8(bytes));
}

/** Reads an empty body as none. */
function unlessEmpty(reader: BodyReader): BodyReader {
  return {
    ...reader,
    read: (bytes, header) => (bytes.length === 0 ? emptyBody : reader.read(bytes, header)),
  };
}

type ReadJson = Pick<BodyReader, 'read' | 'readInSteps'>;

/** Compiles the reader of JSON bodies. A body that is only a byte order mark is empty. */
function jsonReader({ depth }: Limits): ReadJson {
  const refused = function* (flaw: Flaw, source: string) {
    if (flaw.type === 'depth') return malformed(`The body is nested more than ${depth} levels deep`);
    // To count the columns of a long line takes as long as a step.
    yield;
    return malformed(describeFlaw(source, flaw));
  };
  return readerOf({ depth, textOf: jsonText, refused });
}

function jsonText(bytes: Uint8Array): string | RawBody | Refusal {
  const source = decodeUtf8(bytes);
  if (typeof source === 'number') return malformed(`The body is not UTF-8 from byte ${source} on`);
  return source === '' ? emptyBody : source;
}

/** How JSON is read. */
interface JsonReading {
  readonly depth: number;
  readonly dialect?: JsonDialect;
  /** Returns the text of a body; what is not a text of JSON is read or refused at once. */
  readonly textOf: (bytes: Uint8Array, header: HeaderLookup) => string | RawBody | Refusal;
  /** Returns what becomes of a text that is not JSON. */
  readonly refused: (flaw: Flaw, source: string, bytes: Uint8Array) => Steps<RawBody | Refusal>;
}

function readerOf({ depth, dialect, textOf, refused }: JsonReading): ReadJson {
  return {
    read(bytes, header) {
      const source = textOf(bytes, header);
      if (typeof source !== 'string') return source;
      const value = readJson(source, depth, dialect);
      return value instanceof Flaw ? atOnce(refused(value, source, bytes)) : { value, source, bytes };
    },
    *readInSteps(bytes, header) {
      const source = textOf(bytes, header);
      if (typeof source !== 'string') return source;
      // To decode a long text takes as long as a step.
      yield;
      const value = yield* readJsonInSteps(source, depth, undefined, dialect);
      return value instanceof Flaw ? yield* refused(value, source, bytes) : { value, source, bytes };
    },
  };
}

/** The refusal of a body that ended too soon. */
export const brokenOff = new Refusal(400, 'The body broke off');

/** Returns the declared length of the body, or 0. */
export function declaredLength(header: HeaderLookup): number {
  return Number(header('content-length') ?? 0);
}

function malformed(detail: string): Refusal {
  return new Refusal(400, detail);
}

const unreadable = new Refusal(400, 'There was an error parsing the body');

/**
 * Compiles the reader of bodies as FastAPI reads them: one that is not declared as JSON is text, which fields then refuse, and
 * malformed JSON becomes an entry of a 422.
 */
export function fastapiReader({ depth }: Limits, { isEmbedded = false }: AnyField): ReadJson {
  const textOf: JsonReading['textOf'] = (bytes, header) => {
    if (bytes.length === 0) return emptyBody;
    if (!isJson(header('content-type') ?? ''))
      return isEmbedded ? emptyBody : textBody(new TextDecoder().decode(bytes));
    const source = decodeUtf8(bytes);
    return typeof source === 'number' ? unreadable : source;
  };
  const refused: JsonReading['refused'] = function* (flaw, source, bytes) {
    const read = isUntold(flaw) ? flaw : yield* readPythonJson(source, depth);
    if (read instanceof Flaw) return unreadable;
    return { value: read instanceof PythonFlaw ? jsonIssue(read) : read, bytes };
  };
  return readerOf({ depth, dialect: pythonLimits, textOf, refused });
}

function textBody(text: string): RawBody {
  const source = quote(text);
  return { value: text, source, bytes: encodeUtf8(source) };
}

function jsonIssue({ error, position }: PythonFlaw): Issues {
  const known = { path: ['body', position], written: '{}' };
  return new Issues([new Issue('json_invalid', {}, { jsonError: error }, known)]);
}

function isJson(contentType: string): boolean {
  const [main, subtype = '', ...more] = essenceOf(contentType).split('/');
  return main === 'application' && more.length === 0 && (subtype === 'json' || subtype.endsWith('+json'));
}

/** Compiles the reader of forms with these fields. Lists get all their values. */
export function formBodyReader(
  names: readonly string[],
  isList: IsList,
  options: FormOptions = {},
  readParts = readMultipart,
): BodyReader {
  const valuesOf = formValuesReader(names, isList, options);
  return {
    unsupported: unsupportedForm,
    read(bytes, header) {
      const type = header('content-type') ?? '';
      const form = isMultipart(type) ? readParts(bytes, type) : readForm(bytes);
      return form instanceof Refusal ? form : { value: valuesOf(form), bytes };
    },
  };
}

/** The same as in FastAPI: a body of any other type is a form without fields. */
export function fastapiFormReader(
  names: readonly string[],
  isList: IsList,
  options: FormOptions = {},
): BodyReader {
  const reader = formBodyReader(names, isList, { ...options, emptyFiles: true }, readFastapiMultipart);
  return {
    unsupported: () => undefined,
    read: (bytes, header) =>
      unsupportedForm(header) ? reader.read(new Uint8Array(), () => undefined) : reader.read(bytes, header),
  };
}
