/** Writes a value for a part that is text; undefined if it can't be written. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** The text of a parameter, or several for a list. */
export type TextValue = string | readonly string[];

/** A part of a request that is text. */
export type TextPart = 'params' | 'query' | 'headers' | 'cookies';

/** The name of each part in a `loc`. */
export const placeOfPart = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** Tells whether a text arrives unchanged when it is sent in a part. */
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

/** Printable ASCII, without white space at either end, which is not part of a value. */
const HEADER = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
const COOKIE = /^[!#-+\--:<-[\]-~]*$/;
