import { Issues } from '../../issues/issue.ts';

/** Values that show what a kind of field takes, and what it refuses. */
export interface Samples {
  /** The simplest first. */
  readonly accepted: Iterable<unknown>;
  /** Each for a reason of its own. */
  readonly refused: Iterable<unknown>;
}

/** The kinds that are being gone through, so that one that holds itself comes to an end. */
export type Open = ReadonlySet<object>;

const nothingOpen: Open = new Set();

/** A value of each type of JSON, and the empty text, which many take for something else. */
export const valuesOfEachType: readonly unknown[] = [null, true, 7, '', 'text', [], {}];

/** The parts of a field that this needs. */
interface Sampled {
  parse(raw: unknown): unknown;
  samples?(like: unknown, open: Open): Samples;
}

/** Completes what a kind tells: by the value that others are to be like, and by values of other types. */
export function samplesOf(definition: Sampled) {
  const accepts = (raw: unknown) => !(definition.parse(raw) instanceof Issues);
  return (like?: unknown, open: Open = nothingOpen): Samples => {
    const base = like !== undefined && accepts(like) ? like : undefined;
    const tell = () => definition.samples?.(base, open) ?? { accepted: valuesOfEachType, refused: [] };
    return {
      accepted: iterable(() => acceptedOf(tell(), base, accepts)),
      refused: iterable(() => refusedOf(tell(), accepts)),
    };
  };
}

/** Makes an iterable that can be gone through any number of times. */
function iterable(values: () => Iterable<unknown>): Iterable<unknown> {
  return { [Symbol.iterator]: () => values()[Symbol.iterator]() };
}

function* acceptedOf(told: Samples, base: unknown, accepts: (raw: unknown) => boolean): Iterable<unknown> {
  if (base !== undefined) yield base;
  for (const value of told.accepted) if (value !== base && accepts(value)) yield value;
}

function* refusedOf(told: Samples, accepts: (raw: unknown) => boolean): Iterable<unknown> {
  const left = new Set(valuesOfEachType);
  for (const value of told.refused) {
    left.delete(value);
    if (!accepts(value)) yield value;
  }
  for (const value of left) if (!accepts(value)) yield value;
}

/** The most characters or items that a sample is made of for a bound's sake. */
export const MAX_REPEATED = 10_000;

/** The first of some values, if there is one. */
export function firstOf(values: Iterable<unknown>): unknown {
  for (const value of values) return value;
  return undefined;
}

/** The samples of a kind that takes one more value. */
export function alsoAccepting(value: unknown, { accepted, refused }: Samples): Samples {
  return { accepted: followedBy(accepted, value), refused };
}

function* followedBy(values: Iterable<unknown>, last: unknown): Iterable<unknown> {
  yield* values;
  yield last;
}
