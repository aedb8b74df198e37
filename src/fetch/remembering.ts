/**
 * Caches what was made from texts. A full cache is cleared, so that texts which occur only once neither stay nor keep others out.
 */
export function remembering<Made>(make: (text: string) => Made, max: number): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size === max) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
