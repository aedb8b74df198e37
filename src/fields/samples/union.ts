import type { AnyField } from '../field.ts';
import { isRecord } from '../record.ts';
import type { Open, Samples } from '../samples.ts';

/** Samples of each kind of a union. It refuses those that fit no kind. */
export function unionSamples(members: readonly AnyField[], like: unknown, open: Open): Samples {
  return {
    accepted: samplesOf(members, 'accepted', like, open),
    refused: samplesOf(members, 'refused', like, open),
  };
}

function* samplesOf(
  members: readonly AnyField[],
  side: keyof Samples,
  like: unknown,
  open: Open,
): Iterable<unknown> {
  for (const member of members) yield* member.samples(like, open)[side];
}

/** Samples of each kind with its tag, and objects whose tag is missing or unknown. */
export function taggedSamples(
  discriminator: string,
  kinds: ReadonlyMap<unknown, AnyField>,
  like: unknown,
  open: Open,
): Samples {
  const samplesOn = (side: keyof Samples) => samplesWithTag(discriminator, kinds, side, like, open);
  return {
    accepted: samplesOn('accepted'),
    refused: withoutTag(discriminator, samplesOn('accepted'), samplesOn('refused')),
  };
}

/** Yields the samples of each kind with its tag, since the kind itself may allow any. */
function* samplesWithTag(
  discriminator: string,
  kinds: ReadonlyMap<unknown, AnyField>,
  side: keyof Samples,
  like: unknown,
  open: Open,
): Iterable<unknown> {
  for (const [tag, kind] of kinds)
    for (const value of kind.samples(like, open)[side])
      yield isRecord(value) && value[discriminator] !== tag ? { ...value, [discriminator]: tag } : value;
}

function* withoutTag(
  discriminator: string,
  accepted: Iterable<unknown>,
  refused: Iterable<unknown>,
): Iterable<unknown> {
  for (const value of accepted) {
    if (!isRecord(value)) continue;
    const { [discriminator]: _, ...others } = value;
    yield others;
    yield { ...others, [discriminator]: 'unknown' };
    break;
  }
  yield* refused;
}
