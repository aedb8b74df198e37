import { COMMA, Cursor, OPEN_BRACE } from './cursor.ts';
import { nesting, stringEnd, valueEnd } from './skip.ts';

type Step = string | number;
type Path = readonly Step[];

/** A place in a text that is searched for, or that leads to one. */
class Place {
  start = -1;
  end = -1;
  inner: Map<Step, Place> | undefined;

  /** Returns the place that a step leads to, or adds it. */
  ask(step: Step): Place {
    this.inner ??= new Map();
    const known = this.inner.get(step);
    if (known) return known;
    const place = new Place();
    this.inner.set(step, place);
    return place;
  }

  /** Returns the place that a step leads to, unless it was found in an earlier value of a repeated key. */
  follow(step: Step): Place | undefined {
    const place = this.inner?.get(step);
    return place && place.start > this.start ? place : undefined;
  }
}

/**
 * Searches a text that has been read, in a single pass, for the values at these paths. Returns a function that returns the text
 * of each exactly as it was written, with digits, escapes, order and white space. The last of several equal keys counts, as for
 * the reader.
 */
export function sourcesOf(json: string, paths: readonly Path[]): (path: Path) => string | undefined {
  const root = new Place();
  for (const path of paths) path.reduce((place, step) => place.ask(step), root);
  find(new Cursor(json), root);
  return (path) => {
    let place: Place | undefined = root;
    for (const step of path) place = place?.follow(step);
    return place && json.slice(place.start, place.end);
  };
}

/** Skips the next value, and notes its position if it is searched for. */
function find(cursor: Cursor, place: Place | undefined): void {
  const code = cursor.next();
  const start = cursor.at;
  if (place?.inner && nesting(code) > 0) findInside(cursor, place.inner);
  else cursor.at = valueEnd(cursor.text, start);
  if (!place) return;
  place.start = start;
  place.end = cursor.at;
}

function findInside(cursor: Cursor, places: ReadonlyMap<Step, Place>): void {
  const hasKeys = cursor.code === OPEN_BRACE;
  cursor.at++;
  for (let index = 0; nesting(cursor.next()) >= 0; index++) {
    find(cursor, places.get(hasKeys ? takeKey(cursor) : index));
    if (cursor.next() === COMMA) cursor.at++;
  }
  cursor.at++;
}

/** Skips a key and the colon after it, and returns the key. */
function takeKey(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at = stringEnd(cursor.text, start);
  const written = cursor.text.slice(start, cursor.at);
  cursor.next();
  cursor.at++;
  return written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
}
