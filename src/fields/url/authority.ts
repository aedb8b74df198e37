/** Returns the host and port of a URL as written. The parser accepts anything around them. */
export function writtenAuthority(text: string): string {
  const rest = text.slice(text.indexOf(':') + 1);
  const start = rest.search(/[^/\\]/);
  if (start === -1) return '';
  const authority = before(rest.slice(start), '/', '\\', '?', '#');
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** Returns the text before the first of `ends`. Looking at each character of a long text takes far longer. */
export function before(text: string, ...ends: readonly string[]): string {
  const found = ends.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return text.slice(0, Math.min(text.length, ...found));
}
