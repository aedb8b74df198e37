import type { Message } from './message.ts';

/** The target of an address: a case, and the text that has been made of it. */
export interface Link {
  readonly id: string;
  readonly text: string | undefined;
}

/** The hash of a case; with the whole request where it was changed. */
export function hashOf({ id, text }: Link): string {
  const safe = id.split('/').map(encodeURIComponent).join('/');
  return `#${safe}${text === undefined ? '' : `?${encodeURIComponent(text)}`}`;
}

export function readHash(hash: string): Link {
  const [id = '', text] = hash.slice(1).split('?', 2);
  return { id: decoded(id) ?? '', text: text === undefined ? undefined : decoded(text) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const SECRETS = /^(?:authorization|cookie|proxy-authorization)$/i;

/** The text without credentials, but for those that the contract itself shows: what is somebody's own is left out of links. */
export function withoutSecrets(
  { text, headers, targetStart, target }: Message,
  credential: string,
  shown: string,
): string {
  const [part = '', name = ''] = credential.split(' ');
  const isSecret = (header: string) =>
    SECRETS.test(header) || (part === 'header' && header.toLowerCase() === name.toLowerCase());
  let clean = text;
  for (const { name, value, start, end } of headers.toReversed())
    if (isSecret(name) && !shown.includes(value)) clean = clean.slice(0, start - 1) + clean.slice(end);
  const [path = '', query] = target.split('?', 2);
  if (part !== 'query' || query === undefined) return clean;
  const pairs = query.split('&').filter((pair) => !pair.startsWith(`${name}=`) || shown.includes(pair));
  const kept = pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  return clean.slice(0, targetStart) + kept + clean.slice(targetStart + target.length);
}
