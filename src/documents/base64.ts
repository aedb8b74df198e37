/** Tells whether Python decodes a text as Base64: it skips other characters, and requires the padding. */
export function decodesAsBase64(text: string, isForUrls = false): boolean {
  let digits = 0;
  let padding = 0;
  for (const character of text) {
    if (character === '=') {
      if (digits % GROUP >= 2 && (digits % GROUP) + ++padding >= GROUP) return true;
    } else if (DIGIT.test(character) || (isForUrls && DIGIT_OF_URLS.test(character))) {
      digits++;
      padding = 0;
    }
  }
  return digits % GROUP === 0;
}

const GROUP = 4;
const DIGIT = /[A-Za-z0-9+/]/;
const DIGIT_OF_URLS = /[-_]/;
