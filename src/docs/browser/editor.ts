import { element, find } from './dom.ts';
import { readMessage } from './message.ts';
import { paint } from './paint.ts';
import type { Range } from './places.ts';

/** The text of a request, with marks in it. */
export interface Editor {
  text: string;
  /** Marks what is refused, by the number of its entry. */
  mark(ranges: readonly (Range | undefined)[]): void;
  /** Shows more clearly what one entry is about; undefined is none. */
  point(entry: number | undefined): void;
  select(range: Range): void;
}

export interface EditorEvents {
  changed(): void;
  /** The pointer or the caret has come to a mark, or left all of them. */
  pointed(entry: number | undefined): void;
}

/** Makes the editor of a text area, behind which the same text is painted in colours. */
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

/** The entry whose mark is painted at a point of the window, or -1. */
function entryUnder(painted: HTMLElement, x: number, y: number): number {
  for (const mark of painted.querySelectorAll<HTMLElement>('[data-entry]'))
    for (const { left, right, top, bottom } of mark.getClientRects())
      if (left <= x && x <= right && top <= y && y <= bottom) return Number(mark.dataset.entry);
  return -1;
}

/** A text that can be read and copied, not changed. */
export function codeBlock(text: string): HTMLElement {
  return element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Text' }, text);
}
