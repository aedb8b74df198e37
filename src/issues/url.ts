import { type Context, show, valueError } from './words.ts';

/** Refusals of a URL, each naming its fault. */
export const urlIssues = {
  url_type: fault('it is not a string'),
  url_scheme: fault('it must start with http:// or https://'),
  url_character: fault(({ codePoint }) => `${show(codePoint)} is not allowed`),
  url_parsing: fault('the host or the port is missing or malformed'),
  url_host: fault('the host must be a domain name or an IP address'),
} as const;

function fault(say: string | ((numbers: Context) => string)) {
  if (typeof say !== 'string') return valueError((numbers) => invalid(say(numbers)));
  const reason = invalid(say);
  return valueError(() => reason);
}

function invalid(what: string): string {
  return `must be a valid URL (${what})`;
}
