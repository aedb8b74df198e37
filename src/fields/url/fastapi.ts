import { type Issues, wrong } from '../../issues/issue.ts';
import type { Field } from '../field.ts';
import { parseUrl } from './parse.ts';

/** Further rules for URLs that the parser accepts. */
export interface UrlRules {
  readonly schemes?: readonly string[];
  /** The maximum length in bytes. */
  readonly maxLength?: number;
}

/** Returns the normal form of a URL as FastAPI reads it, with all repairs of the parser. */
export function readAsFastapi(text: string, rules: UrlRules = {}, raw = text): string | Issues {
  const { schemes, maxLength } = rules;
  if (maxLength !== undefined && encoder.encode(text).length > maxLength)
    return wrong('url_too_long', raw, { maxLength });
  const url = isHostTooLong(text) ? undefined : parseUrl(text);
  if (!url) return wrong(ABSOLUTE.test(text) ? 'url_parsing' : 'url_relative', raw);
  if (schemes && !schemes.includes(url.protocol.slice(0, -1))) return wrong('url_scheme', raw);
  return url.href;
}

/** Lets a reply have a normal form without reading it again. It may be longer than what was sent, to which the limits apply. */
export function allowingNormalForms(own: Field<string>, normalForm: RegExp): Field<string> {
  return {
    ...own,
    writeValid: (value) =>
      typeof value === 'string' && normalForm.test(value) ? own.write(value) : own.writeValid(value),
  };
}

const encoder = new TextEncoder();
const ABSOLUTE = /^[\0- ]*[a-z][a-z0-9+.\-\t\n\r]*:/i;

/** Checks for a host, with its port, that is longer than any name. The parser would take time quadratic in its length. */
function isHostTooLong(text: string): boolean {
  const [, authority = ''] = AUTHORITY.exec(text) ?? [];
  return authority.length - authority.lastIndexOf('@') > MAX_HOST;
}

const AUTHORITY = /^[^:]*:[/\\]*([^/\\?#]*)/;
const MAX_HOST = 1024;
