import type { Samples } from '../samples.ts';

/** The allowed values, and one of them in another case. */
export function choiceSamples(expected: readonly unknown[]): Samples {
  const texts = expected.filter((value) => typeof value === 'string');
  const inOtherCase = texts.map((text) =>
    text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase(),
  );
  return { accepted: expected, refused: inOtherCase.slice(0, 1) };
}
