/**
 * The place where a sequence of bytes stands next; -1 where it does not. It takes linear time where the first byte of the sequence
 * is no other of it, as places where it seems to start can't overlap; else up to as many times that as it is long.
 */
export function indexOfBytes(bytes: Uint8Array, sequence: Uint8Array, from: number): number {
  const [first = 0] = sequence;
  let at = indexOfByte(bytes, first, from);
  while (at !== -1 && !hasBytesAt(bytes, sequence, at)) at = indexOfByte(bytes, first, at + 1);
  return at;
}

/** Tells whether a sequence of bytes stands at this place. */
export function hasBytesAt(bytes: Uint8Array, sequence: Uint8Array, at: number): boolean {
  for (let index = 0; index < sequence.length; index++)
    if (bytes[at + index] !== sequence[index]) return false;
  return true;
}

/** A byte that is near is found sooner without a call of `indexOf`. */
function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  const far = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < far; at++) if (bytes[at] === byte) return at;
  return bytes.indexOf(byte, far);
}

const NEAR = 16;
