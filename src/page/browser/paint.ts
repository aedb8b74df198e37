import { type JsonToken, tokensOf } from '../../text/json/places.ts';
import { element } from './dom.ts';
import type { Message } from './message.ts';
import type { Range } from './places.ts';

interface Token extends Range {
  readonly kind: string;
}

/** The limit on the characters of a text in colors. */
const MAX_CHARACTERS = 20_000;

/** Splits the text of a request into nodes: with the colors of its parts, and marks on refused values. */
export function paint(message: Message, marks: readonly (Range | undefined)[]): Node[] {
  const { text } = message;
  const tokens = text.length > MAX_CHARACTERS ? [] : partsOf(message);
  const cuts = new Set([0, text.length]);
  for (const range of [...tokens, ...marks]) if (range) cuts.add(range.start).add(range.end);
  const sorted = [...cuts].sort((one, other) => one - other);
  let start = 0;
  const pieces = sorted.slice(1).map((end) => {
    const kind = tokens.find((token) => token.start <= start && end <= token.end)?.kind;
    const entry = marks.findLastIndex((mark) => mark && mark.start <= start && end <= mark.end);
    const made = piece(text.slice(start, end), kind, entry);
    start = end;
    return made;
  });
  // An empty last line has a height only if something follows it.
  return [...pieces, document.createTextNode('\n')];
}

function piece(text: string, kind: string | undefined, entry: number): Node {
  if (entry !== -1) return element('mark', { 'data-entry': String(entry), class: kind ?? '' }, text);
  return kind === undefined ? document.createTextNode(text) : element('span', { class: kind }, text);
}

function partsOf({ method, headers, body = '', bodyStart }: Message): Token[] {
  const named = headers.map(({ start, name }) => ({ start, end: start + name.length, kind: 'name' }));
  const values = tokensOf(body).map(({ kind, start, end }, at, all) => {
    const shown = kind === 'string' && all[at + 1]?.text === ':' ? 'name' : colors[kind];
    return shown === undefined ? [] : [{ start: bodyStart + start, end: bodyStart + end, kind: shown }];
  });
  return [{ start: 0, end: method.length, kind: 'method' }, ...named, ...values.flat()];
}

const colors: Readonly<Partial<Record<JsonToken['kind'], string>>> = { string: 'string', scalar: 'value' };
