import { Issues } from '../errors/issue.ts';

/** Values that a kind of field accepts and refuses. */
export interface Samples {
  /** The simplest first. */
  readonly accepted: Iterable<unknown>;
  /** Each for a different reason. */
  readonly refused: Iterable<unknown>;
}

/** The kinds being sampled, so that recursive ones come to an end. */
export type Open = ReadonlySet<object>;

const nothingOpen: Open = new Set();

/** A value of each JSON type, and the empty text, which is often taken for something else. */
export const valuesOfEachType: readonly unknown[] = [null, true, 7, '', 'text', [], {}];

/** The parts of a field that sampling needs. */
interface Sampled {
  parse(raw: unknown): unknown;
  samples?(like: unknown, open: Open): Samples;
}

/** Completes the samples of a kind with `like` and with values of other types, and drops any that are on the wrong side. */
export function samplesOf(definition: Sampled, like?: unknown, open: Open = nothingOpen): Samples {
  const accepts = (raw: unknown) => !(definition.parse(raw) instanceof Issues);
  const base = like !== undefined && accepts(like) ? like : undefined;
  const samples = () => definition.samples?.(base, open) ?? { accepted: valuesOfEachType, refused: [] };
  return {
    accepted: iterable(() => acceptedOf(samples(), base, accepts)),
    refused: iterable(() => refusedOf(samples(), accepts)),
  };
}

/** Makes an iterable that can be iterated any number of times. */
function iterable(values: () => Iterable<unknown>): Iterable<unknown> {
  return { [Symbol.iterator]: () => values()[Symbol.iterator]() };
}

function* acceptedOf(samples: Samples, base: unknown, accepts: (raw: unknown) => boolean): Iterable<unknown> {
  if (base !== undefined) yield base;
  for (const value of samples.accepted) if (value !== base && accepts(value)) yield value;
}

function* refusedOf(samples: Samples, accepts: (raw: unknown) => boolean): Iterable<unknown> {
  const left = new Set(valuesOfEachType);
  for (const value of samples.refused) {
    left.delete(value);
    if (!accepts(value)) yield value;
  }
  for (const value of left) if (!accepts(value)) yield value;
}

/** The longest sample that is made for a bound, in characters or items. */
export const MAX_REPEATED = 10_000;

export function firstOf(values: Iterable<unknown>): unknown {
  for (const value of values) return value;
  return undefined;
}

/** Adds an accepted value to the samples of a kind. */
export function alsoAccepting(value: unknown, { accepted, refused }: Samples): Samples {
  return { accepted: followedBy(accepted, value), refused };
}

function* followedBy(values: Iterable<unknown>, last: unknown): Iterable<unknown> {
  yield* values;
  yield last;
}
