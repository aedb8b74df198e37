import { phraseOf } from '../../http/statuses.ts';
import { cardsOf } from './cards.ts';
import type { Case } from './case.ts';

/** The parts of an answer that are described. */
interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Describes whether an answer is the expected one. */
export function verdictOn({ status, body }: Answered, { expected }: Case): string {
  if (status !== expected.status) return `the contract says ${expected.status}`;
  const placesOf = (text: string) => JSON.stringify(cardsOf(text).map(({ loc }) => loc));
  const isSame = expected.body === undefined || placesOf(expected.body) === placesOf(body);
  return isSame ? 'as the contract says' : 'with other entries than the contract says';
}

/** Summarizes an answer in a sentence. */
export function summaryOf({ status, body }: Answered): string {
  const cards = cardsOf(body);
  const [first] = status < 400 ? [] : cards;
  const count = cards.length > 1 ? `, ${cards.length} entries` : '';
  return `${status} ${phraseOf(status)}${count}${first ? `: ${first.message.slice(0, 100)}` : ''}`;
}
