/** Parses a URL by the [WHATWG URL standard](https://url.spec.whatwg.org/). Errors are slow, so short texts are checked first. */
export function parseUrl(text: string): URL | undefined {
  if (text.length <= SHORT && !canParse(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The length from which parsing twice takes longer than an error. */
const SHORT = 107;

/**
 * Escapes letters outside ASCII, which mean the same in a host. After some thousand calls, `URL.canParse` of Node 20 and 22
 * begins to refuse every URL with a Latin letter outside ASCII.
 */
function canParse(text: string): boolean {
  return URL.canParse(text.toWellFormed().replace(BEYOND_ASCII, encodeURIComponent));
}

const BEYOND_ASCII = /[^\0-\x7f]+/g;
