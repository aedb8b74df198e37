/** Parses a URL as the [WHATWG](https://url.spec.whatwg.org/) does. Its errors take so long that one asks before. */
export function parseUrl(text: string): URL | undefined {
  if (text.length <= SHORT && !canParse(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** To read more than this twice takes as long as an error. */
const SHORT = 107;

/**
 * In Node 20 and 22 `URL.canParse` comes to refuse every URL with a Latin letter beyond ASCII once it has been called
 * some thousand times. In a host such letters mean the same escaped.
 */
function canParse(text: string): boolean {
  return URL.canParse(text.toWellFormed().replace(BEYOND_ASCII, encodeURIComponent));
}

const BEYOND_ASCII = /[^\0-\x7f]+/g;
