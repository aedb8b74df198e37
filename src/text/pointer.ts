/** Writes a JSON pointer as the fragment of a URL (RFC 6901, 6): `#/items/0`. */
export function fragmentPointer(path: readonly (string | number)[]): string {
  return `#${path.map((step) => `/${escaped(String(step))}`).join('')}`;
}

function escaped(step: string): string {
  // A lone surrogate cannot be percent-encoded.
  return encodeURIComponent(step.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}
