/**
 * Caches what was made from texts. A full cache is cleared, so that texts which occur only once neither stay nor keep others out.
 */
export function remembering<Made>(make: (text: string) => Made, max: number): (text: string) => Made {
  let known: Map<string, Made> | undefined;
  return (text) => {
    const found = known?.get(text);
    if (found !== undefined) return found;
    known ??= new Map();
    if (known.size === max) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
