/** Which property of an object is its id, by the parameter of the path that leads to it. */

/** The usual names of ids, the first of which wins. */
const usual: readonly string[] = ['id', 'uuid', 'guid', 'gid', 'sid', 'uid', 'slug', 'key', 'code', 'name'];

/** A shorter name may be a part of a word. */
const MIN_PART = 3;

/** Finds the name of the id among the properties of an object. */
export function idNameIn(names: readonly string[], parameter = 'id'): string | undefined {
  // Thousands of properties may have none in them.
  if (names.length === 0) return undefined;
  if (names.includes(parameter)) return parameter;
  const wanted = plain(parameter);
  const endings = usual.filter((each) => wanted.endsWith(each));
  const byName = new Map(names.map((name) => [plain(name), name]));
  // `number` for `issue_number`
  const parts = [...byName.keys()].filter((each) => each.length > MIN_PART && wanted.endsWith(each));
  // What is asked for by an id may have a name, too, but that is not its id.
  const others = wanted.endsWith('id') ? usual.filter((each) => each !== 'name') : usual;
  const [found] = [wanted, ...endings, ...parts, ...others].flatMap((each) => byName.get(each) ?? []);
  return found;
}

/** A name as it is compared: `item_id`, `itemID` and `_id` differ only in how they are written. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
