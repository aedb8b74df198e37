/** A JSON pointer as the fragment of an address (RFC 6901, 6): `#/items/0`. */
export function fragmentPointer(path: readonly (string | number)[]): string {
  return `#${path.map((step) => `/${escaped(String(step))}`).join('')}`;
}

/** A name may be no text that UTF-8 could carry. */
function escaped(step: string): string {
  const wellFormed = step.replace(/\p{Surrogate}/gu, '\ufffd');
  return encodeURIComponent(wellFormed.replaceAll('~', '~0').replaceAll('/', '~1'));
}
