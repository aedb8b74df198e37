/** Decodes Base64. Throws an error if a text is not Base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 = decode }: Decoder = Uint8Array;
  return fromBase64(text);
}

/** `Uint8Array` in runtimes that decode Base64 themselves: Workers, where time is short, Deno, Bun, and Node from 25 on. */
type Decoder = typeof Uint8Array & { readonly fromBase64?: typeof decode };

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
