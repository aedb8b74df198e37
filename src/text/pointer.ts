/** A JSON pointer as the fragment of an address (RFC 6901, 6): `#/items/0`. */
export function fragmentPointer(path: readonly (string | number)[]): string {
  return `#${path.map((step) => `/${escaped(String(step))}`).join('')}`;
}

function escaped(step: string): string {
  // A lone surrogate can't be percent-encoded.
  return encodeURIComponent(step.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}
