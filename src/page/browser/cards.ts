import { isRecord } from '../../fields/values.ts';
import { phraseOf } from '../../http/statuses.ts';
import { scanJson } from '../../text/json/places.ts';
import type { ExpectedData } from './case.ts';
import { parsed } from './reading.ts';

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
  const cards = cardsOf(body);
  const [first] = status < 400 ? [] : cards;
  const count = cards.length > 1 ? `, ${cards.length} errors` : '';
  return `${status} ${phraseOf(status)}${count}${first ? `: ${first.message.slice(0, 100)}` : ''}`;
}

/** One message of a reply, for people. */
export interface Card {
  readonly message: string;
  /** The place of the value that it is about, as text and as keys. */
  readonly place: string | undefined;
  readonly loc: readonly (string | number)[] | undefined;
  /** Further properties, as names and JSON. */
  readonly rows: readonly (readonly [name: string, value: string])[];
}

/** Makes the cards of a reply: one for each entry of `detail`, or one for the whole body. */
export function cardsOf(body: string): Card[] {
  const json = parsed(body);
  if (body === '') return [];
  if (!isRecord(json)) return [plain(json === undefined ? body : JSON.stringify(json))];
  const { detail } = json;
  if (typeof detail === 'string') return [plain(detail)];
  if (Array.isArray(detail) && detail.every(isRecord)) return entryCards(detail, body);
  return [objectCard(isRecord(detail) ? detail : json)];
}

function plain(message: string): Card {
  return { message, place: undefined, loc: undefined, rows: [] };
}

function entryCards(detail: readonly Record<string, unknown>[], body: string): Card[] {
  const written = scanJson(body)?.members?.get('detail')?.items;
  return detail.map((entry, at) => {
    const { msg, loc, type, input, ...others } = entry;
    const keys = Array.isArray(loc)
      ? loc.filter((key) => typeof key === 'string' || typeof key === 'number')
      : undefined;
    const node = written?.[at]?.members?.get('input');
    const source = node ? body.slice(node.start, node.end) : JSON.stringify(input);
    return {
      message: String(msg ?? type ?? ''),
      place: keys?.join('.'),
      loc: keys,
      rows: [
        ['type', String(type)] as const,
        ['input', shortened(source ?? 'none')] as const,
        ...Object.entries(others).map(([name, value]) => [name, shortened(JSON.stringify(value))] as const),
      ],
    };
  });
}

function objectCard(value: Record<string, unknown>): Card {
  const { message, ...others } = value;
  const hasMessage = typeof message === 'string';
  const rows = Object.entries(hasMessage ? others : value);
  const loc = locOf(value);
  return {
    message: hasMessage ? message : rows.length === 0 ? '{}' : 'The reply',
    loc,
    place: loc?.join('.'),
    rows: rows.map(([name, each]) => [name, shortened(JSON.stringify(each))]),
  };
}

/** Finds the place in a custom error, which often names a field or a parameter. */
function locOf({ field, parameter }: Record<string, unknown>): Card['loc'] {
  if (typeof field === 'string') return ['body', field];
  return typeof parameter === 'string' ? ['query', parameter] : undefined;
}

const MAX_CHARACTERS = 200;

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
