import { domainToASCII, domainToUnicode } from 'node:url';

/** Addresses in ASCII, and without Punycode, are these. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '(?!-)(?!..--)[A-Za-z0-9-]{1,63}(?<!-)';
const PLAIN = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}(?<=[A-Za-z])$`);
const RESERVED = /\.(?:arpa|invalid|local|localhost|onion|test)$/i;
const ROLE =
  /^(?:info|marketing|sales|support|abuse|noc|security|postmaster|hostmaster|usenet|news|webmaster|www|uucp|ftp)$/i;
const MAX_LENGTH = 254;

/** Checks the address read from a text: in ASCII by a pattern, otherwise by the domain as the URL parser has it. */
export function emailComplaint(raw: string, value: unknown): string | undefined {
  const text = raw.replace(/^[\t-\r ]+|[\t-\r ]+$/g, '');
  if (/^[\0-\x7f]*$/.test(text) && !/xn--/i.test(text)) {
    const expected = plain(text);
    return value === expected ? undefined : `is ${value}, and by its rule ${expected}`;
  }
  return typeof value === 'string' ? beyondAscii(text, value) : undefined;
}

function plain(text: string): string | undefined {
  const at = text.indexOf('@');
  const domain = text.slice(at + 1);
  if (!PLAIN.test(text) || RESERVED.test(`.${domain}`) || text.length > MAX_LENGTH || domain.length > 253)
    return undefined;
  const local = text.slice(0, at);
  return `${ROLE.test(local) ? local.toLowerCase() : local}@${domain.toLowerCase()}`;
}

/**
 * To browsers that know the domain, that of the value is that of the text, and comes back from ASCII as it is. Python's reader of Punycode passes
 * over a hyphen with nothing before it, which they do not.
 */
function beyondAscii(text: string, value: string): string | undefined {
  if (/xn---/i.test(text.normalize('NFKC'))) return undefined;
  const [written, read] = [text, value].map((address) => address.slice(address.indexOf('@') + 1));
  const ascii = domainToASCII(read ?? '');
  const known = domainToASCII(written ?? '');
  if (known === '') return undefined;
  if (ascii !== known) return `has another domain to browsers: ${ascii}`;
  return domainToUnicode(ascii) === read
    ? undefined
    : `has a domain that browsers write as ${domainToUnicode(ascii)}`;
}
