import { Refusal } from '../contract/refusal.ts';
import { trim } from '../text/trim.ts';
import type { HeaderLookup } from './request.ts';

const wrongType = new Refusal(415, 'The content type of the body must be application/json');
const encoded = new Refusal(415, 'The body must be sent without a content encoding');

/** Refuses a body that does not come as plain JSON. */
export function unsupportedJson(header: HeaderLookup): Refusal | undefined {
  const type = header('content-type');
  if (type !== undefined && type !== 'application/json' && !isJson(type)) return wrongType;
  const coding = header('content-encoding')?.toLowerCase() ?? '';
  return coding === '' || coding === 'identity' ? undefined : encoded;
}

/** `application/json` or `application/…+json` (RFC 6839, 3.1), with any parameters; an empty header says nothing. */
function isJson(type: string): boolean {
  const [essence = ''] = type.toLowerCase().split(';', 1);
  const name = trim(essence);
  return name === 'application/json' || isJsonSuffixed(name) || type === '';
}

function isJsonSuffixed(name: string): boolean {
  if (!name.startsWith('application/') || !name.endsWith('+json')) return false;
  return /^[!#$%&'*+.^_`|~\da-z-]+$/.test(name.slice('application/'.length, -'+json'.length));
}
