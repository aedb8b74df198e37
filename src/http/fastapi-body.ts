import { Refusal } from '../contract/outcome.ts';
import { Issue, Issues } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import { decodeUtf8, encodeUtf8 } from '../text/bytes.ts';
import { Flaw } from '../text/json/flaw.ts';
import { PythonFlaw, readPythonJson } from '../text/json/python.ts';
import { readJson } from '../text/json/reader.ts';
import { quote } from '../text/strings.ts';
import type { Limits } from './limits.ts';
import { essenceOf } from './media.ts';
import { emptyBody, type RawBody } from './raw-body.ts';
import type { HeaderLookup } from './request.ts';

const unreadable = new Refusal(400, 'There was an error parsing the body');

/**
 * Reads a body as FastAPI does: one that is not declared as JSON is text, which fields then refuse, and malformed JSON becomes an
 * entry of a 422.
 */
export function readFastapiBody(
  bytes: Uint8Array,
  header: HeaderLookup,
  { depth }: Limits,
  { isEmbedded = false }: AnyField,
): RawBody | Refusal {
  if (bytes.length === 0) return emptyBody;
  const source = decodeUtf8(bytes);
  if (!isJson(header('content-type') ?? ''))
    return isEmbedded ? emptyBody : textBody(new TextDecoder().decode(bytes));
  if (typeof source === 'number') return unreadable;
  const value = readJson(source, depth);
  if (!(value instanceof Flaw)) return { value, source, bytes };
  if (value.type === 'depth') return unreadable;
  const read = readPythonJson(source);
  return { value: read instanceof PythonFlaw ? jsonIssue(read) : read, bytes };
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
