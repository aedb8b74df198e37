import { type Issues, wrong } from '../../errors/issue.ts';
import { encodeUtf8 } from '../../text/bytes.ts';
import type { Fit } from '../fit.ts';
import { writtenAuthority } from './authority.ts';
import { parseUrl } from './parse.ts';

/** Further rules for URLs that the parser accepts. */
export interface UrlRules {
  readonly schemes?: readonly string[];
  /** The maximum length in bytes. */
  readonly maxLength?: number;
  /** The form of what is read. A reply may have it without being read again: limits are for what is sent. */
  readonly normalForm?: RegExp;
}

/** Returns the normal form of a URL as FastAPI reads it, with all repairs of the parser. */
export function readAsFastapi(text: string, rules: UrlRules, fit?: Fit, raw = text): string | Issues {
  const { schemes, maxLength, normalForm } = rules;
  if (fit?.isReply && normalForm?.test(text)) return text;
  if (maxLength !== undefined && encodeUtf8(text).length > maxLength)
    return wrong('url_too_long', raw, { maxLength });
  const host = writtenAuthority(text.replace(DROPPED, ''));
  const url = host.length < MAX_HOST ? parseUrl(text) : undefined;
  if (!url) return wrong(ABSOLUTE.test(text) ? 'url_parsing' : 'url_relative', raw);
  if (schemes && !schemes.includes(url.protocol.slice(0, -1))) return wrong('url_scheme', raw);
  return url.href;
}

const ABSOLUTE = /^[\0- ]*[a-z][a-z0-9+.\-\t\n\r]*:/i;

/** The characters that the parser drops, wherever they are. */
const DROPPED = /[\t\n\r]/g;
/** More than any host has, with its port. The parser would take time quadratic in the length. */
const MAX_HOST = 1024;
