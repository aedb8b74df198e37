import { BYTES_PER_UNIT, firstBytes, utf8Length } from './bytes.ts';

/** The most bytes of a message, and of a path, in a reply. */
const MAX_SHOWN_BYTES = 2048;

const MARK = '…';
const MARK_BYTES = 3;

function isWithin(text: string, max: number): boolean {
  return text.length * BYTES_PER_UNIT <= max || (text.length <= max && utf8Length(text) <= max);
}

/** Cuts off what a text has beyond a number of bytes. */
export function cutText(text: string, max = MAX_SHOWN_BYTES): string {
  return isWithin(text, max) ? text : firstBytes(text, max - MARK_BYTES) + MARK;
}

/** The most bytes of the beginning and of the end of a path that is cut, with its marks and punctuation. */
const MAX_SIDE = 900;
/** The most bytes of a step in a path that is cut. */
const MAX_STEP = 100;
/** The characters around a step of a path in JSON. */
const PUNCTUATION = 3;

type Step = string | number;

/** Leaves out the middle of a path that is too long: `body, 0, 0, … and 57 more, 0, name`. */
export function cutPath(path: readonly Step[]): readonly Step[] {
  if (sizeOf(path) <= MAX_SHOWN_BYTES) return path;
  const short = path.map((step) => (typeof step === 'string' ? cutText(step, MAX_STEP) : step));
  if (sizeOf(short) <= MAX_SHOWN_BYTES) return short;
  const first = side(short);
  const last = side(short.toReversed()).reverse();
  return [...first, `${MARK} and ${path.length - first.length - last.length} more`, ...last];
}

/** The bytes of a path in JSON, or any number of those of one that is too long. */
function sizeOf(path: readonly Step[]): number {
  let size = 0;
  for (const step of path) {
    const text = String(step);
    size += PUNCTUATION + (text.length > MAX_SHOWN_BYTES ? text.length : utf8Length(text));
    if (size > MAX_SHOWN_BYTES) break;
  }
  return size;
}

/** Returns the steps of a path from its beginning, up to half of what may be shown. */
function side(path: readonly Step[]): Step[] {
  const steps: Step[] = [];
  let size = 0;
  for (const step of path) {
    size += utf8Length(String(step)) + PUNCTUATION;
    if (size > MAX_SIDE) break;
    steps.push(step);
  }
  return steps;
}

/** The most bytes of a list in a message, which has other words too. */
const MAX_LIST = MAX_SHOWN_BYTES - 24;
/** The bytes of the words for what is left out of a list. */
const MORE_BYTES = 32;

/**
 * Lists values in words, with `last` before the last one: `'a', 'b' or 'c'`. If there is not enough room, the others are counted:
 * `'a', 'b', … and 230 more`.
 */
export function listInWords<Value>(
  values: readonly Value[],
  show: (value: Value) => string,
  last: string,
): string {
  const shown: string[] = [];
  let size = 0;
  let fitting = 0;
  for (const value of values) {
    const text = cutText(show(value), MAX_LIST - MORE_BYTES);
    size += utf8Length(text) + SEPARATOR.length;
    if (size > MAX_LIST)
      return `${shown.slice(0, fitting).join(SEPARATOR)}, ${MARK} and ${values.length - fitting} more`;
    shown.push(text);
    if (size <= MAX_LIST - MORE_BYTES) fitting++;
  }
  const end = shown.pop() ?? '';
  return shown.length === 0 ? end : shown.join(SEPARATOR) + last + end;
}

const SEPARATOR = ', ';
