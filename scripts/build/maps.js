/** Source maps to lines, without columns, which take far less space. */
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Reduces a map to the first mapping of each line. */
export function lineMap({ sources, mappings }) {
  const lines = decode(mappings).map((places) => places.filter(startsLine));
  return {
    version: 3,
    sources,
    names: [],
    mappings: encode(lines.map((places) => places.map(withoutColumn))),
  };
}

function startsLine([, source, line], at, places) {
  const [, sourceBefore, lineBefore] = places[at - 1] ?? [];
  return source !== undefined && (source !== sourceBefore || line !== lineBefore);
}

/** Drops the column in the source, and the name, which the minified functions keep anyway. */
function withoutColumn([column, source, line]) {
  return [column, source, line, 0];
}
