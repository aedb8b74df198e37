import { Refusal } from '../contract/refusal.ts';
import type { Shape } from '../fields/object.ts';
import { describeFlaw, Flaw } from '../json/flaw.ts';
import { readJson } from '../json/grammar.ts';
import { decodeSegment } from '../text/percent.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import type { Limits } from './limits.ts';
import type { RawText } from './parse.ts';
import type { HeaderLookup } from './request.ts';

/** A JSON body: what it says, the text that says it, and the bytes of the text, which may begin with a byte order mark. */
export interface RawBody {
  readonly value: unknown;
  readonly source: string;
  readonly bytes: Uint8Array;
}

/** An empty body says as little as null, whatever its type is. */
const empty: RawBody = { value: null, source: 'null', bytes: new TextEncoder().encode('null') };

/** Reads a JSON body. A byte order mark alone is as empty as no body. */
export function readBody(bytes: Uint8Array, { depth }: Limits): RawBody | Refusal {
  const source = decodeUtf8(bytes);
  if (typeof source === 'number') return malformed(`The body is not UTF-8 from byte ${source} on`);
  if (source === '') return empty;
  const value = readJson(source, depth);
  if (!(value instanceof Flaw)) return { value, source, bytes };
  if (value.type === 'depth') return malformed(`The body is nested more than ${depth} levels deep`);
  return malformed(describeFlaw(source, value));
}

/** The refusal of a body that ended too soon. */
export const brokenOff = new Refusal(400, 'The body broke off');

/** The length that the headers promise; 0 where they promise none. */
export function declaredLength(header: HeaderLookup): number {
  return Number(header('content-length') ?? 0);
}

/** Decodes the segments that a path leaves open. */
export function readParams(segments: RawText): RawText | Refusal {
  const params: Record<string, string> = {};
  for (const [name, segment] of Object.entries(segments)) {
    const text = decodeSegment(segment);
    if (text === undefined)
      return malformed(`The path must have ${name} in percent-encoded UTF-8, without NUL`);
    params[name] = text;
  }
  return params;
}

/** The declared headers, under the names that the contract gives them. */
export function readHeaders(header: HeaderLookup, declared: Shape): RawText {
  const values: Record<string, string> = {};
  for (const name of Object.keys(declared)) {
    const value = header(name.toLowerCase());
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function malformed(detail: string): Refusal {
  return new Refusal(400, detail);
}
