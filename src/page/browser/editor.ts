import { type JsonToken, tokensOf } from '../../text/json/places.ts';
import { element, find } from './dom.ts';
import { type Message, readMessage } from './message.ts';
import type { Range } from './places.ts';

/** The editor of a request, with marks in its text. */
interface Editor {
  text: string;
  /** Marks refused values, one for each entry. */
  mark(ranges: readonly (Range | undefined)[]): void;
  /** Highlights the mark of one entry; undefined highlights none. */
  point(entry: number | undefined): void;
  select(range: Range): void;
}

interface EditorEvents {
  changed(): void;
  /** Called when the pointer or the caret reaches a mark, or leaves all of them. */
  pointed(entry: number | undefined): void;
}

/** Makes an editor: a text area in front of an element that shows the same text in colors. */
export function createEditor(events: EditorEvents): Editor {
  const area = find('text', HTMLTextAreaElement);
  const painted = find('painted', HTMLPreElement);
  let marks: readonly (Range | undefined)[] = [];

  const repaint = () => painted.replaceChildren(...paint(readMessage(area.value), marks));
  const point = (entry: number | undefined) => {
    for (const mark of painted.querySelectorAll<HTMLElement>('[data-entry]'))
      mark.classList.toggle('pointed', entry !== undefined && mark.dataset.entry === String(entry));
  };
  const entryAt = (offset: number) =>
    marks.findIndex((mark) => mark && mark.start <= offset && offset <= mark.end);
  const tell = (entry: number) => events.pointed(entry === -1 ? undefined : entry);

  area.addEventListener('input', () => {
    marks = [];
    repaint();
    events.changed();
  });
  area.addEventListener('mousemove', ({ clientX, clientY }) => tell(entryUnder(painted, clientX, clientY)));
  area.addEventListener('mouseleave', () => tell(-1));
  for (const name of ['keyup', 'click'] as const)
    area.addEventListener(name, () => tell(entryAt(area.selectionStart)));

  return {
    get text() {
      return area.value;
    },
    set text(text) {
      area.value = text;
      marks = [];
      repaint();
    },
    mark(ranges) {
      marks = ranges;
      repaint();
    },
    point,
    select({ start, end }) {
      area.focus();
      area.setSelectionRange(start, end);
    },
  };
}

/** The entry whose mark is at a point of the window, or -1. */
function entryUnder(painted: HTMLElement, x: number, y: number): number {
  for (const mark of painted.querySelectorAll<HTMLElement>('[data-entry]'))
    for (const { left, right, top, bottom } of mark.getClientRects())
      if (left <= x && x <= right && top <= y && y <= bottom) return Number(mark.dataset.entry);
  return -1;
}

/** A block of text to read and copy. */
export function codeBlock(text: string): HTMLElement {
  return element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Text' }, text);
}

interface Token extends Range {
  readonly kind: string;
}

/** The limit on the characters of a text in colors. */
const MAX_CHARACTERS = 20_000;

/** Splits the text of a request into nodes: with the colors of its parts, and marks on refused values. */
function paint(message: Message, marks: readonly (Range | undefined)[]): Node[] {
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
