/** Source maps to lines, without columns, which take far less space. */
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** A line of nothing but closing brackets, where nothing can throw. */
const CLOSING = /^[\s)\]}]*[,;]?$/;

/** Reduces a map to the first mapping of each line that has more than closing brackets. */
export function lineMap({ sources, sourcesContent, mappings }) {
  const texts = sourcesContent.map((content) => content.split('\n'));
  const isClosing = ([, source, line]) => source !== undefined && CLOSING.test(texts[source][line]);
  const lines = decode(mappings).map((places) =>
    places.filter((place) => !isClosing(place)).filter(startsLine),
  );
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
