/** Source maps to lines, without columns, in a sixth of the space. */
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Reduces a map to the first mapping of each line. */
export function lineMap({ sources, mappings }) {
  const lines = decode(mappings).map((places) => places.filter(startsLine));
  return { version: 3, sources, names: [], mappings: encode(lines.map((places) => places.map(withoutName))) };
}

function startsLine([, source, line], at, places) {
  const [, sourceBefore, lineBefore] = places[at - 1] ?? [];
  return source !== undefined && (source !== sourceBefore || line !== lineBefore);
}

/** Drops the name, which the minified functions keep anyway. */
function withoutName([column, source, line, sourceColumn]) {
  return [column, source, line, sourceColumn];
}
