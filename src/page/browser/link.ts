import type { Message } from './message.ts';

/** The target of a link: a case, and its edited text. */
export interface Link {
  readonly id: string;
  readonly text: string | undefined;
}

/** The hash of a case, with the whole request if it was edited. */
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

/** Removes credentials from a text, so that links don't share them. Those that occur in `shown`, the contract's cases, stay. */
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
