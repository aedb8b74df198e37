import { type Card, cardsOf } from './cards.ts';
import type { Expected } from './case.ts';
import type { Message } from './message.ts';
import type { Operation } from './operations.ts';
import { partOfStatus, placeOf, type Range } from './places.ts';

/** The parts of a request that the entries of a reply are about, one after the other. */
export function rangesOf(
  { status, body = '' }: Pick<Expected, 'status' | 'body'>,
  message: Message,
  { path, credential }: Operation,
): (Range | undefined)[] {
  const rangeOf = ({ loc, message: said }: Card) =>
    loc ? placeOf(loc, message, path) : partOfStatus({ status, said, credential }, message);
  return cardsOf(body).map(rangeOf);
}
