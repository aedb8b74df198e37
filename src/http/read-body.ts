import { type Body, isForm } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import type { Values } from '../fields/values.ts';
import { decodeUtf8 } from '../text/bytes.ts';
import { describeFlaw, Flaw } from '../text/json/flaw.ts';
import { readJson } from '../text/json/reader.ts';
import { readFastapiBody } from './fastapi-body.ts';
import { fastapiFormReader, formBodyReader } from './form-body.ts';
import type { Limits } from './limits.ts';
import { unsupportedJson } from './media.ts';
import { type BodyReader, emptyBody } from './raw-body.ts';
import { listsOf } from './read-parts.ts';
import type { HeaderLookup } from './request.ts';

/** Returns the reader of the body that an endpoint declares, if it declares one. */
export function bodyReader(
  body: Body | undefined,
  limits: Limits,
  values: Values = 'strict',
): BodyReader | undefined {
  if (body === undefined) return undefined;
  if (body === 'unread')
    return { unsupported: () => undefined, read: (bytes) => ({ value: undefined, bytes }) };
  if (body === 'bytes') return { unsupported: () => undefined, read: (bytes) => ({ value: bytes, bytes }) };
  if (isForm(body)) {
    const names = Object.keys(body.form);
    const compile = values === 'fastapi' ? fastapiFormReader : formBodyReader;
    const reader = compile(names, listsOf(body.form), body);
    return body.isOptional ? unlessEmpty(reader) : reader;
  }
  if (values === 'fastapi')
    return {
      unsupported: () => undefined,
      read: (bytes, header) => readFastapiBody(bytes, header, limits, body),
    };
  return { unsupported: unsupportedJson, read: jsonReader(limits) };
}

/** Reads an empty body as none. */
function unlessEmpty(reader: BodyReader): BodyReader {
  return {
    ...reader,
    read: (bytes, header) => (bytes.length === 0 ? emptyBody : reader.read(bytes, header)),
  };
}

/** Compiles the reader of JSON bodies. A body that is only a byte order mark is empty. */
function jsonReader({ depth }: Limits): BodyReader['read'] {
  return (bytes) => {
    const source = decodeUtf8(bytes);
    if (typeof source === 'number') return malformed(`The body is not UTF-8 from byte ${source} on`);
    if (source === '') return emptyBody;
    const value = readJson(source, depth);
    if (!(value instanceof Flaw)) return { value, source, bytes };
    if (value.type === 'depth') return malformed(`The body is nested more than ${depth} levels deep`);
    return malformed(describeFlaw(source, value));
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
