/** Which property of an object is its id, by the parameter of the path that leads to it. */

/** The usual names of ids, the first of which wins. */
const usual: readonly string[] = ['id', 'uuid', 'guid', 'slug', 'key', 'code', 'name'];

/** Finds the name of the id among the properties of an object. */
export function idNameIn(names: readonly string[], parameter = 'id'): string | undefined {
  if (names.includes(parameter)) return parameter;
  const wanted = plain(parameter);
  const endings = usual.filter((each) => wanted.endsWith(each));
  const byName = new Map(names.map((name) => [plain(name), name]));
  const [found] = [wanted, ...endings, ...usual].flatMap((each) => byName.get(each) ?? []);
  return found;
}

/** A name as it is compared: `item_id`, `itemID` and `_id` differ only in how they are written. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
