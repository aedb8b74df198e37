import fc from 'fast-check';
import { expect, it } from 'vitest';
import { segmentsOf } from '../../src/contract/path.ts';
import { segmentReader } from '../../src/http/routing/segment.ts';

/** A segment reads its parameters as a greedy regular expression does, which would not take linear time. */

const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });
const periodic = fc.tuple(letters(3), fc.nat(6)).map(([text, times]) => text.repeat(times));
const texts = fc.array(fc.oneof(letters(3), letters(14), periodic), { minLength: 2, maxLength: 4 });

/** A text that holds the others in their order, with something around them, or any other. */
const sentFor = (all: readonly string[]) =>
  fc.oneof(
    fc.array(letters(5), { minLength: all.length, maxLength: all.length }).map((between) => {
      return all.map((text, at) => text + (at < all.length - 1 ? between[at] : '')).join('');
    }),
    letters(40),
    periodic,
  );

it('a segment is read as by a greedy regular expression', () => {
  const both = texts.chain((all) => fc.tuple(fc.constant(all), sentFor(all)));
  fc.assert(
    fc.property(both, ([all, sent]) => {
      const [segment] = segmentsOf(
        `/${all.map((text, at) => (at === 0 ? text : `{p${at}}${text}`)).join('')}`,
      );
      const expected = new RegExp(`^${all.join('([^/]+)')}$`).exec(sent)?.slice(1);
      expect(segment && segmentReader(segment)(sent)).toEqual(expected);
    }),
    { numRuns: 20_000 },
  );
});

/** All texts of nine letters, which is more than are searched for at once. */
const nine = Array.from({ length: 512 }, (_, bits) =>
  bits.toString(2).padStart(9, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
);

it('a long text is found where a part of it precedes or follows', () => {
  for (const text of nine) {
    const [segment] = segmentsOf(`/{x}${text}{y}`);
    const read = segment && segmentReader(segment);
    const expression = new RegExp(`^(.+)${text}(.+)$`);
    for (let at = 0; at <= text.length; at++) {
      const [before, after] = [text.slice(0, at), text.slice(at)];
      for (const sent of [after + text + before, before + text + after, after + before, `${before}${text}b`])
        expect(read?.(sent), `${text} in ${sent}`).toEqual(expression.exec(sent)?.slice(1));
    }
  }
});
