/** A name for this title that fits wherever names are identifiers: `three-fields-are-wrong`. */
export function slug(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
