import type { Context } from '../../errors/words.ts';
import { defined } from '../../text/guards.ts';
import { Distinct } from '../equals.ts';
import { within } from '../located.ts';
import { canonicalIn } from './choice.ts';
import { added, evaluatedIn, isValid, type Seen } from './failures.ts';
import {
  addPart,
  attempt,
  type Check,
  type Checks,
  type Evaluate,
  type Frame,
  fail,
  isFull,
  mayGoOn,
  type Visit,
  visitAll,
  visitEach,
} from './run.ts';
import { countIn } from './scalars.ts';
import type { Source } from './source.ts';

/** Reads the keywords of arrays. */
export function arrayKeywords(source: Source, { array }: Checks): void {
  array.push(...sizeKeywords(source), ...itemKeywords(source), ...containsKeyword(source));
  if (source.schema.value.uniqueItems === true) array.push(unique);
}

type ArrayCheck = Check<readonly unknown[]>;

function sizeKeywords({ schema }: Source): ArrayCheck[] {
  const minLength = countIn(schema.value, 'minItems');
  const maxLength = countIn(schema.value, 'maxItems');
  if (minLength === undefined && maxLength === undefined) return [];
  return [
    (items, frame) => checkSize(items, items.length, { container: 'List', minLength, maxLength }, frame),
  ];
}

/** Bounds on a number of items or properties. */
interface Sizes {
  readonly container: string;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
}

/** Checks the number of items or properties of a value. */
export function checkSize(input: unknown, length: number, sizes: Sizes, frame: Frame): void {
  const { container, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = sizes;
  if (length >= minLength && length <= maxLength) return;
  const isShort = length < minLength;
  const context: Context = {
    container,
    length,
    ...(sizes.minLength !== undefined && { minLength }),
    ...(sizes.maxLength !== undefined && { maxLength }),
  };
  fail(frame, { type: isShort ? 'too_short' : 'too_long', input, context });
}

function itemKeywords(source: Source): ArrayCheck[] {
  const { schema, part } = source;
  const prefix = within(schema, 'prefixItems');
  const length = Array.isArray(prefix.value) ? prefix.value.length : 0;
  // There may be a hundred thousand places: each is only compiled when a value gets to it.
  const known: Evaluate[] = [];
  const placeAt = (at: number) => {
    known[at] ??= part(within(prefix, String(at)));
    return known[at];
  };
  const { items } = schema.value;
  const rest =
    items === undefined || Array.isArray(items)
      ? undefined
      : part(within(schema, 'items'), 'extra_forbidden');
  if (length === 0 && !rest) return [];
  return [
    (values, frame) => {
      const end = rest ? values.length : Math.min(length, values.length);
      visitEach(values, frame, (item, inside, at) => {
        if (at >= end || isFull(inside)) return false;
        const evaluate = at < length ? placeAt(at) : defined(rest);
        addPart(inside, evaluate(item, inside.run), at);
        return true;
      });
      if (frame.seen) frame.seen.upTo = Math.max(frame.seen.upTo, end);
    },
  ];
}

function containsKeyword({ schema, part }: Source): ArrayCheck[] {
  if (schema.value.contains === undefined) return [];
  const evaluate = part(within(schema, 'contains'));
  const minLength = countIn(schema.value, 'minContains') ?? 1;
  const maxLength = countIn(schema.value, 'maxContains');
  const most = maxLength ?? Number.POSITIVE_INFINITY;
  return [
    (items, frame) => {
      let length = 0;
      const check = (inside: Frame) => {
        if (length >= minLength && length <= most) return;
        const context = { length, minLength, ...(maxLength !== undefined && { maxLength }) };
        fail(inside, { type: 'contains', input: items, context });
      };
      const counted: Visit<unknown> = (item, inside, at) => {
        if (isValid(attempt(evaluate, item, inside.run))) {
          length++;
          if (inside.seen) inside.seen.indices = added(inside.seen.indices, at);
        }
        return true;
      };
      visitAll(items, frame, counted, check);
    },
  ];
}

/** The steps of comparing an item with all others. */
const STEPS_OF_COMPARING = 3;

/** Checks that no two items are equal. */
function unique(items: readonly unknown[], frame: Frame): void {
  const others = new Distinct();
  let isUnique = true;
  const compared: Visit<unknown> = (item, { run }) => {
    isUnique = others.add(item, () => canonicalIn(item, run));
    return isUnique && mayGoOn(run, STEPS_OF_COMPARING);
  };
  visitAll(items, frame, compared, (inside) => {
    if (!isUnique) fail(inside, { type: 'unique_items', input: items });
  });
}

/** Reads `unevaluatedItems`, which follows all other keywords; undefined if it allows everything. */
export function unevaluatedItems({ schema, part }: Source): ArrayCheck | undefined {
  if (schema.value.unevaluatedItems === undefined) return undefined;
  const evaluate = part(within(schema, 'unevaluatedItems'), 'extra_forbidden');
  if (schema.value.unevaluatedItems === true) return (_, frame) => see(frame.seen);
  return (items, frame) => {
    const { isWhole, upTo, indices } = evaluatedIn(frame.seen);
    if (isWhole) return;
    for (let at = upTo; at < items.length && !isFull(frame) && mayGoOn(frame.run); at++)
      if (!indices.has(at)) addPart(frame, evaluate(items[at], frame.run), at);
    see(frame.seen);
  };
}

/** Notes that everything is evaluated. */
export function see(seen: Seen | undefined): void {
  defined(seen).isWhole = true;
}
