/** A name for this title that fits wherever names are identifiers: `three-fields-are-wrong`. */
export function slug(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-');
}
