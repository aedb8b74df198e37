import { type Issues, wrong } from '../../issues/issue.ts';
import { parseUrl } from './parse.ts';

/** Rules for the URLs that a parser accepts. */
export interface UrlRules {
  readonly schemes?: readonly string[];
  /** The most bytes that one may have. */
  readonly maxLength?: number;
}

/** A URL in normal form, as FastAPI reads it: with everything that the parser mends. */
export function readAsFastapi(text: string, rules: UrlRules = {}, raw = text): string | Issues {
  const { schemes, maxLength } = rules;
  if (maxLength !== undefined && encoder.encode(text).length > maxLength)
    return wrong('url_too_long', raw, { maxLength });
  const url = HOST_IS_ENDLESS.test(text) ? undefined : parseUrl(text);
  if (!url) return wrong(ABSOLUTE.test(text) ? 'url_parsing' : 'url_relative', raw);
  if (schemes && !schemes.includes(url.protocol.slice(0, -1))) return wrong('url_scheme', raw);
  return url.href;
}

const encoder = new TextEncoder();
const ABSOLUTE = /^[\0- ]*[a-z][a-z0-9+.\-\t\n\r]*:/i;
/** The parser takes time quadratic in the length of a host, and no name has so many characters. */
const HOST_IS_ENDLESS = /^[^:]*:[/\\]*[^/\\?#]{1024}/;
