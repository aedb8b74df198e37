/** Makes a name from a title, to be used as an identifier: `three-fields-are-wrong`. */
export function slug(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-');
}
