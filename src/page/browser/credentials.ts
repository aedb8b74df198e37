import { encodeBase64 } from '../../text/bytes.ts';
import { scanJson } from '../../text/json/places.ts';
import { changed } from './changes.ts';
import { readMessage } from './message.ts';
import { notationAt, valueAt } from './places.ts';

/** An authentication scheme, as the document describes it. */
export interface Scheme {
  readonly type?: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
  readonly description?: string;
}

export type Schemes = Readonly<Record<string, Scheme>>;

/** The credentials of this tab, by the name of their scheme. */
export type Credentials = Readonly<Record<string, string>>;

/** What stands for a credential wherever it is shown. */
export const DOTS = '••••••••';
/** The place of a scheme's credential in a request. */
export function placeOfScheme({ type, in: part, name }: Scheme): string {
  return type === 'apiKey' ? `${part}.${name}` : 'header.Authorization';
}

/** The value that a request carries for a credential. */
function headerOf({ type, scheme = 'bearer' }: Scheme, credential: string): string {
  if (type === 'apiKey') return credential;
  if (scheme.toLowerCase() === 'basic') return `Basic ${encodeBase64(new TextEncoder().encode(credential))}`;
  const name = type === 'http' ? scheme.charAt(0).toUpperCase() + scheme.slice(1) : 'Bearer';
  return `${name} ${credential}`;
}

/** Puts dots into a request for each credential that this tab has and the endpoint needs. */
export function withDots(
  text: string,
  needed: readonly string[],
  schemes: Schemes,
  credentials: Credentials,
): string {
  let dotted = text;
  for (const name of needed) {
    const scheme = schemes[name];
    if (!scheme || credentials[name] === undefined || scheme.in === 'cookie') continue;
    dotted = changed(dotted, placeOfScheme(scheme), DOTS, '');
  }
  return dotted;
}

/** Leaves out the credentials of other ways to be authorized, which were made up. */
export function withoutCredentials(text: string, names: readonly string[], schemes: Schemes): string {
  let left = text;
  for (const [name, scheme] of Object.entries(schemes))
    if (names.includes(name)) left = changed(left, placeOfScheme(scheme), undefined, '');
  return left;
}

/** Replaces dots by the credentials that they stand for. */
export function withCredentials(text: string, schemes: Schemes, credentials: Credentials): string {
  let whole = text;
  for (const [name, credential] of Object.entries(credentials)) {
    const scheme = schemes[name];
    const place = scheme && placeOfScheme(scheme);
    if (!scheme || !place || valueAt(place, whole)?.source !== DOTS) continue;
    const value = headerOf(scheme, credential);
    whole = changed(whole, place, place.startsWith('query.') ? encodeURIComponent(value) : value, '');
  }
  return whole;
}

/** Tells whether a request carries a credential of a scheme. */
export function hasCredential(text: string, scheme: Scheme): boolean {
  return valueAt(placeOfScheme(scheme), text) !== undefined;
}

const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'];

/**
 * Writes dots for the secrets of a request, so that neither the address nor a link has them: what is in these places, and not
 * in `shown`, the contract's own examples. Undefined if secrets can't be told from the rest of the body.
 */
export function withoutSecrets(text: string, places: readonly string[], shown: string): string | undefined {
  const isSecret = (value: string) => value !== '' && value !== DOTS && !shown.includes(value);
  let clean = text;
  const headers = new Set([
    ...secretHeaders,
    ...places.map((place) => place.replace(/^header\./, '').toLowerCase()),
  ]);
  for (const { name, value, valueStart, end } of readMessage(text).headers.toReversed())
    if (headers.has(name.toLowerCase()) && isSecret(value))
      clean = clean.slice(0, valueStart) + DOTS + clean.slice(end);
  for (const place of places) {
    const message = readMessage(clean);
    const isJson = notationAt(place, message) === 'json';
    if (isJson && isOpaque(message.body)) return undefined;
    const found = valueAt(place, clean);
    if (found && isSecret(found.source))
      clean = changed(clean, place, isJson ? JSON.stringify(DOTS) : DOTS, '');
  }
  return clean;
}

/** Tells whether a body has no values that could be found: it is not JSON. */
function isOpaque(body = ''): boolean {
  return body !== '' && scanJson(body) === undefined;
}
