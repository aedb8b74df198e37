/**
 * Returns the next position of a sequence of bytes, or -1. This takes linear time if the sequence does not contain its first byte
 * again, since possible matches cannot overlap then; otherwise up to that time multiplied by the length of the sequence.
 */
export function indexOfBytes(bytes: Uint8Array, sequence: Uint8Array, from: number): number {
  const [first = 0] = sequence;
  let at = indexOfByte(bytes, first, from);
  while (at !== -1 && !hasBytesAt(bytes, sequence, at)) at = indexOfByte(bytes, first, at + 1);
  return at;
}

/** Checks for a sequence of bytes at this position. */
export function hasBytesAt(bytes: Uint8Array, sequence: Uint8Array, at: number): boolean {
  for (let index = 0; index < sequence.length; index++)
    if (bytes[at + index] !== sequence[index]) return false;
  return true;
}

/** Returns the next position of a byte, or -1. One that is near is found faster without a call of `indexOf`. */
function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  const far = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < far; at++) if (bytes[at] === byte) return at;
  return bytes.indexOf(byte, far);
}

const NEAR = 16;
