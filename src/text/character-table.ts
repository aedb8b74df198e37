/** Makes a table of ASCII by the codes of its characters; 0 stands for all that have no value. */
export function characterTable(
  ...values: readonly (readonly [characters: string, value: number])[]
): Uint8Array {
  const table = new Uint8Array(128);
  for (const [characters, value] of values)
    for (const character of characters) table[character.charCodeAt(0)] = value;
  return table;
}
