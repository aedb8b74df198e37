import { element, find } from './dom.ts';
import { readMessage } from './message.ts';
import { paint } from './paint.ts';
import type { Range } from './places.ts';

/** The editor of a request, with marks in its text. */
export interface Editor {
  text: string;
  /** Marks refused values, one for each entry. */
  mark(ranges: readonly (Range | undefined)[]): void;
  /** Highlights the mark of one entry; undefined highlights none. */
  point(entry: number | undefined): void;
  select(range: Range): void;
}

export interface EditorEvents {
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
