/** UTF-8 as it has to be, not as `TextDecoder` would repair it. */

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text, without its byte order mark; undefined where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The offset of the byte that makes it impossible for `bytes` to be UTF-8, or of the end if the text is cut off. */
export function faultOffset(bytes: Uint8Array): number {
  let possible = 0;
  let impossible = bytes.length + 1;
  while (impossible - possible > 1) {
    const middle = Math.floor((possible + impossible) / 2);
    if (couldContinue(bytes.subarray(0, middle))) possible = middle;
    else impossible = middle;
  }
  return possible;
}

function couldContinue(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
