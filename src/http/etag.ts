/** An entity tag for a text: 64 bits that change with it. Nothing is proved by it, so that speed is all it needs. */
export function entityTag(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return `"${digits(high)}${digits(low)}"`;
}

function digits(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
