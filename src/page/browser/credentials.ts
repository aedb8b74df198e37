import { encodeBase64 } from '../../text/bytes.ts';
import { scanJson } from '../../text/json/places.ts';
import { readMessage } from './message.ts';
import { changed, locOf, placeOf, replaced, valueAt } from './places.ts';

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

/** Tells whether a user name and a password are asked for. */
export function isBasic({ type, scheme = '' }: Scheme): boolean {
  return type === 'http' && scheme.toLowerCase() === 'basic';
}

/** The value that a request carries for a credential. */
function carried(scheme: Scheme, credential: string): string {
  if (scheme.in === 'query') return encodeURIComponent(credential);
  if (scheme.type === 'apiKey') return credential;
  if (isBasic(scheme)) return `Basic ${encodeBase64(new TextEncoder().encode(credential))}`;
  const { scheme: name = 'bearer' } = scheme.type === 'http' ? scheme : {};
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${credential}`;
}

/** Changes a text for each of the schemes that the document has. */
function changedBySchemes(
  text: string,
  schemes: Schemes,
  change: (text: string, place: string, name: string, scheme: Scheme) => string,
): string {
  return Object.entries(schemes).reduce(
    (next, [name, scheme]) => change(next, placeOfScheme(scheme), name, scheme),
    text,
  );
}

/** The names of the schemes for which a request carries a credential. */
export function carriedIn(text: string, schemes: Schemes): string[] {
  return Object.entries(schemes).flatMap(([name, scheme]) =>
    valueAt(placeOfScheme(scheme), text) ? [name] : [],
  );
}

/**
 * Puts dots into a request for each of these schemes of which this tab has the credential, and leaves out those of `others`, which
 * were made up.
 */
export function withDots(
  text: string,
  names: readonly string[],
  schemes: Schemes,
  credentials: Credentials,
  others: readonly string[] = [],
): string {
  // Schemes may share a header, so what is left out goes first.
  const left = changedBySchemes(text, schemes, (next, place, name) =>
    others.includes(name) ? changed(next, place, undefined) : next,
  );
  return changedBySchemes(left, schemes, (next, place, name, scheme) => {
    const isUsed = names.includes(name) && credentials[name] !== undefined && scheme.in !== 'cookie';
    return isUsed ? changed(next, place, DOTS) : next;
  });
}

/** Replaces dots by the credentials that they stand for. */
export function withCredentials(text: string, schemes: Schemes, credentials: Credentials): string {
  return changedBySchemes(text, schemes, (next, place, name, scheme) => {
    const credential = credentials[name];
    const isDotted = credential !== undefined && valueAt(place, next)?.source === DOTS;
    return isDotted ? changed(next, place, carried(scheme, credential)) : next;
  });
}

const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'];

/**
 * Writes dots for the secrets of a request, so that neither the address nor a link has them: what is in these places, and not
 * in `shown`, the contract's own examples. Undefined if secrets can't be told from the rest of the body.
 */
export function withoutSecrets(text: string, places: readonly string[], shown: string): string | undefined {
  const isSecret = (value: string) => value !== '' && value !== DOTS && !shown.includes(value);
  let clean = text;
  const named = places.map((place) => place.replace(/^header\./, '').toLowerCase());
  const headers = new Set([...secretHeaders, ...named]);
  for (const { name, value, valueStart, end } of readMessage(text).headers.toReversed())
    if (headers.has(name.toLowerCase()) && isSecret(value))
      clean = replaced(clean, { start: valueStart, end }, DOTS);
  for (const place of places) {
    const message = readMessage(clean);
    const found = placeOf(locOf(place), message, '');
    const isJson = found?.notation === 'json';
    if (isJson && message.body && !scanJson(message.body)) return undefined;
    if (found && !found.add && isSecret(clean.slice(found.start, found.end)))
      clean = replaced(clean, found, isJson ? JSON.stringify(DOTS) : DOTS);
  }
  return clean;
}
