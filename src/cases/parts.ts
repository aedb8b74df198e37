import { type Endpoint, type Example, isForm } from '../contract/endpoint.ts';
import { requestOf, type WrittenForm, writeForm } from '../contract/example.ts';
import { isRecord, mapValues } from '../fields/values.ts';
import type { CaseRequest } from './case.ts';
import type { TextValue } from './texts.ts';
import { writeRaw } from './write-raw.ts';

type Texts = Readonly<Record<string, TextValue>>;

/** The parts of a request, before it is assembled. */
export interface Parts {
  readonly params: Texts;
  readonly query: Texts;
  readonly headers: Texts;
  readonly cookies: Texts;
  /** The value of the body; undefined if there is none. */
  readonly body: unknown;
}

/** Splits the request of an example into parts. */
export function partsOf({ params = {}, query = {}, headers = {}, body }: Example): Parts {
  const { Cookie = '', ...others } = headers;
  const cookies = Cookie.split('; ')
    .filter(Boolean)
    .map((pair) => pair.split('=', 2));
  return { params, query, headers: others, cookies: Object.fromEntries(cookies), body };
}

/** Assembles a request, for a service whose paths start with `basePath`. */
export function assemble(endpoint: Endpoint, parts: Parts, basePath: string): CaseRequest {
  const { query, body } = parts;
  const example = { title: '', status: 0, params: singles(parts.params), query };
  const { method, target } = requestOf(endpoint, example, basePath);
  const written = writeBody(endpoint, body);
  const pairs = Object.entries(parts.cookies).map(([name, value]) => `${name}=${value}`);
  return {
    method,
    target,
    headers: {
      ...(written && { 'Content-Type': written.contentType }),
      ...singles(parts.headers),
      ...(pairs.length > 0 && { Cookie: pairs.join('; ') }),
    },
    body: written?.body,
  };
}

function writeBody({ body: declared }: Endpoint, value: unknown): WrittenForm | undefined {
  if (value === undefined) return undefined;
  if (isForm(declared) && isRecord(value)) return writeForm(declared, value);
  return { contentType: 'application/json', body: writeRaw(value) };
}

/** Reduces each name to one text, since only a query repeats names. */
function singles(texts: Texts): Record<string, string> {
  return mapValues(texts, String);
}
