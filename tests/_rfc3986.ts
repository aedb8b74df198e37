/** Resolution of references as in RFC 3986, section 5.2, with a parser that repairs nothing. */

/** The parts of a reference (appendix B). */
function partsOf(reference: string) {
  const [, , scheme, , authority, path = '', , query] =
    /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?/.exec(reference) ?? [];
  return { scheme, authority, path, query };
}

/** The target that a relative reference leads to from a base address. */
export function resolve(reference: string, base: string): string {
  const { scheme, authority, path, query } = partsOf(reference);
  if (scheme !== undefined || authority !== undefined) throw new Error(`${reference} is not relative`);
  const from = partsOf(base);
  const merged = path.startsWith('/') ? path : from.path.slice(0, from.path.lastIndexOf('/') + 1) + path;
  return removeDotSegments(merged) + (query === undefined ? '' : `?${query}`);
}

/** Section 5.2.4, rule by rule. */
function removeDotSegments(path: string): string {
  let input = path;
  let output = '';
  while (input !== '') {
    if (/^\.\.?\//.test(input)) input = input.replace(/^\.\.?\//, '');
    else if (/^\/\.(?:\/|$)/.test(input)) input = input.replace(/^\/\.(?:\/|$)/, '/');
    else if (/^\/\.\.(?:\/|$)/.test(input)) {
      input = input.replace(/^\/\.\.(?:\/|$)/, '/');
      output = output.replace(/\/?[^/]*$/, '');
    } else if (/^\.\.?$/.test(input)) input = '';
    else {
      const [first = ''] = /^\/?[^/]*/.exec(input) ?? [];
      output += first;
      input = input.slice(first.length);
    }
  }
  return output;
}
