import { attempt } from '../../errors/bodies/attempt.ts';
import { isObject } from '../../errors/bodies/entry.ts';
import { readErrors } from '../../errors/bodies/read.ts';
import { phraseOf } from '../../http/phrases.ts';
import type { ExpectedData } from './case.ts';
import { ANYWHERE, type Loc, locOf } from './places.ts';

/** The parts of an answer that are described. */
interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Describes whether an answer is the expected one. */
export function verdictOn(
  { status, body }: Answered,
  expected: Pick<ExpectedData, 'status' | 'body'>,
): string {
  if (status !== expected.status) return `expected ${expected.status}`;
  const placesOf = (text: string) => JSON.stringify(cardsOf(text).map(({ loc }) => loc));
  const isSame = expected.body === undefined || placesOf(expected.body) === placesOf(body);
  return isSame ? 'as expected' : 'with other errors than expected';
}

/** Summarizes an answer in a sentence. */
export function summaryOf({ status, body }: Answered): string {
  const cards = status < 400 ? [] : cardsOf(body);
  const [first] = cards;
  const count = cards.length > 1 ? `, ${cards.length} errors` : '';
  return `${status} ${phraseOf(status)}${count}${first ? `: ${first.message.slice(0, 100)}` : ''}`;
}

/** One message of a reply, for people, and the value that it is about. */
export interface Card {
  readonly message: string;
  /** The place of the value; undefined for a message about the whole request. */
  readonly loc: Loc | undefined;
}

/** Makes the cards of a reply: one for each entry of `detail`, or for each error in anybody's format. */
export function cardsOf(body: string): Card[] {
  if (body === '') return [];
  const json: unknown = attempt(() => JSON.parse(body));
  const { detail } = Object(json);
  if (Array.isArray(detail) && detail.every(isObject)) return detail.map(entryCard);
  return readErrors(json ?? body).map(([path, message]) => ({
    message,
    loc: path === '' ? undefined : locOf(`${ANYWHERE}.${path}`),
  }));
}

function entryCard(entry: object): Card {
  const { msg, loc, type } = Object(entry);
  const isKey = (key: unknown) => typeof key === 'string' || typeof key === 'number';
  return { message: String(msg ?? type ?? ''), loc: Array.isArray(loc) ? loc.filter(isKey) : undefined };
}
