import { type Card, cardsOf } from './cards.ts';
import type { Expected } from './case.ts';
import type { Message } from './message.ts';
import type { Operation } from './operations.ts';
import { partOfStatus, placeOf, type Range } from './places.ts';

/** Finds the part of a request that each entry of a reply is about. */
export function rangesOf(
  { status, body = '' }: Pick<Expected, 'status' | 'body'>,
  message: Message,
  { path, credential }: Operation,
): (Range | undefined)[] {
  const rangeOf = ({ loc, message: said }: Card) =>
    loc ? placeOf(loc, message, path) : partOfStatus({ status, said, credential }, message);
  return cardsOf(body).map(rangeOf);
}
