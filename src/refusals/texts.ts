/** The text that stands for a value where only text can be sent; undefined where none does. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** The text of a parameter, or several of one that takes a list. */
export type TextValue = string | readonly string[];

/** A part of a request that is text. */
export type TextPart = 'params' | 'query' | 'headers' | 'cookies';

/** The name of each part in a `loc`. */
export const placeOfPart = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** Tells of a text that it comes to the service as it is, if it is sent in that part. */
export function isSendable(part: TextPart, text: string): boolean {
  switch (part) {
    case 'params':
      return text !== '' && text !== '.' && text !== '..' && text.isWellFormed();
    case 'query':
      return text.isWellFormed();
    case 'headers':
      return HEADER.test(text);
    case 'cookies':
      return COOKIE.test(text);
  }
}

/** Printable, and not between white space, which is no part of a value. */
const HEADER = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
const COOKIE = /^[!#-+\--:<-[\]-~]*$/;
