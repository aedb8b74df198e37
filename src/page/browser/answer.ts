import { phraseOf } from '../../http/statuses.ts';
import { defined } from '../../text/guards.ts';
import { indent } from '../indent.ts';
import { type Card, cardsOf } from './cards.ts';
import type { ExpectedData } from './case.ts';
import { button, element, find } from './dom.ts';
import { codeBlock } from './editor.ts';
import { isJson } from './message.ts';
import type { Answer } from './send.ts';

/** The panel that shows the reply, or the expected one. */
export interface AnswerPanel {
  /** Shows the reply that the contract promises. */
  expect(expected: ExpectedData): void;
  show(answer: Answer, verdict: string | undefined): void;
  /** Explains why there is no reply, or can't be one. */
  explain(title: string, sentences: readonly string[], ...more: readonly Node[]): void;
  wait(cancel: () => void): void;
  /** Shows the changes in the request since the answer. */
  outdate(lines: readonly string[]): void;
  /** Highlights the card of one entry; undefined highlights none. */
  point(entry: number | undefined): void;
}

interface AnswerEvents {
  pointed(entry: number | undefined): void;
  /** Called when the place of an entry is clicked, to show it in the request. */
  chosen(entry: number): void;
}

const ONLY_STATUS = 'The contract says only the status; the rest is up to the service.';

export function createAnswer(events: AnswerEvents): AnswerPanel {
  const content = find('answer-content', HTMLElement);
  const change = element('div', { class: 'change', hidden: true });

  const fill = (...children: readonly (Node | undefined)[]) => {
    change.hidden = true;
    content.removeAttribute('aria-busy');
    content.replaceChildren(change, ...children.filter((child) => child !== undefined));
  };

  return {
    expect({ status, body }) {
      const more =
        body === undefined
          ? element('p', { class: 'quiet' }, ONLY_STATUS)
          : createTabs([
              { name: 'Detail', content: cardList(cardsOf(body), events) },
              { name: 'Body', content: codeBlock(indent(body)) },
            ]);
      fill(statusLine(status, 'Not sent yet: this is what the contract says.'), more);
    },
    show(answer, verdict) {
      const { status, body, times, redirectedTo, isWhole } = answer;
      const time = times && `${milliseconds(times.whole)}`;
      fill(
        statusLine(status, [time, verdict].filter(Boolean).join(' · ')),
        redirectedTo === undefined
          ? undefined
          : element('p', { class: 'warning' }, `The browser has followed a redirect to ${redirectedTo}.`),
        isWhole
          ? undefined
          : element(
              'p',
              { class: 'warning' },
              'The reply broke off: the connection was closed before its end.',
            ),
        createTabs([
          { name: 'Detail', content: cardList(cardsOf(body), events) },
          { name: 'Body', content: codeBlock(laidOut(body)) },
          { name: 'Headers', content: headerTable(answer) },
          { name: 'Time', content: timeTable(answer) },
        ]),
      );
    },
    explain(title, sentences, ...more) {
      fill(
        element('p', { class: 'silence' }, title),
        element('ul', {}, ...sentences.map((sentence) => element('li', {}, sentence))),
        ...more,
      );
    },
    wait(cancel) {
      content.setAttribute('aria-busy', 'true');
      const stop = button('Stop waiting', cancel);
      content.replaceChildren(element('p', { class: 'silence' }, 'Waiting for the reply…'), stop);
    },
    outdate(lines) {
      change.hidden = lines.length === 0;
      change.replaceChildren(
        element('p', {}, 'Changed since this reply:'),
        element(
          'pre',
          {},
          ...lines.map((line) => element(line.startsWith('-') ? 'del' : 'ins', {}, `${line}\n`)),
        ),
      );
    },
    point(entry) {
      for (const card of content.querySelectorAll<HTMLElement>('.card'))
        card.classList.toggle('pointed', entry !== undefined && card.dataset.entry === String(entry));
    },
  };
}

function statusLine(status: number, note: string): HTMLElement {
  return element(
    'p',
    { class: `status-line s${Math.floor(status / 100)}` },
    element('strong', {}, String(status)),
    element('span', { class: 'status-name' }, phraseOf(status)),
    element('span', { class: 'quiet' }, note),
  );
}

function cardList(cards: readonly Card[], events: AnswerEvents): HTMLElement {
  if (cards.length === 0) return element('p', { class: 'quiet' }, 'The reply has no body.');
  return element('ol', { class: 'cards' }, ...cards.map((card, entry) => cardItem(card, entry, events)));
}

function cardItem({ message, place, rows }: Card, entry: number, events: AnswerEvents): HTMLElement {
  const item = element(
    'li',
    { class: 'card', 'data-entry': String(entry) },
    element('p', { class: 'message' }, message),
  );
  const pair = (name: Node, value: Node) => element('div', {}, name, element('dd', {}, value));
  const list = rows.map(([name, value]) => pair(element('dt', {}, name), element('code', {}, value)));
  if (place !== undefined) {
    const label = `Show ${place} in the request`;
    const show = button(place, () => events.chosen(entry), { class: 'place', 'aria-label': label });
    list.unshift(pair(element('dt', { class: 'unseen' }, 'place'), show));
  }
  if (list.length > 0) item.append(element('dl', {}, ...list));
  for (const name of ['mouseenter', 'focusin'] as const)
    item.addEventListener(name, () => events.pointed(entry));
  for (const name of ['mouseleave', 'focusout'] as const)
    item.addEventListener(name, () => events.pointed(undefined));
  return item;
}

function headerTable({ headers }: Answer): HTMLElement {
  const rows = headers.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]);
  return element('dl', { class: 'pairs' }, ...rows);
}

function timeTable({ times }: Answer): HTMLElement {
  if (!times) return element('p', { class: 'quiet' }, 'The browser has not measured this reply.');
  const rows = [
    ['Until the first byte', times.waiting],
    ['Until the last byte', times.reading],
    ['In all', times.whole],
  ] as const;
  return element(
    'dl',
    { class: 'pairs' },
    ...rows.flatMap(([name, time]) => [element('dt', {}, name), element('dd', {}, milliseconds(time))]),
  );
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

/** Indents JSON, and leaves any other text unchanged. */
function laidOut(body: string): string {
  return isJson(body) ? indent(body) : body;
}

interface Tab {
  readonly name: string;
  readonly content: HTMLElement;
}

let chosen = 'Detail';

/** Makes tabs, with arrow keys to move between them. The tab that was chosen last is open. */
function createTabs(tabs: readonly Tab[]): HTMLElement {
  const buttons = tabs.map(({ name }) =>
    element(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` },
      name,
    ),
  );
  const panels = tabs.map(({ name, content }) =>
    element('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }, content),
  );
  const open = (name: string) => {
    const at = Math.max(
      0,
      tabs.findIndex((tab) => tab.name === name),
    );
    for (const [index, tab] of buttons.entries()) {
      tab.setAttribute('aria-selected', String(index === at));
      tab.tabIndex = index === at ? 0 : -1;
    }
    for (const [index, panel] of panels.entries()) panel.hidden = index !== at;
  };
  const choose = (at: number) => {
    const tab = defined(buttons[(at + buttons.length) % buttons.length]);
    chosen = tab.textContent;
    open(chosen);
    tab.focus();
  };
  for (const [at, tab] of buttons.entries()) {
    tab.addEventListener('click', () => choose(at));
    tab.addEventListener('keydown', ({ key }) => {
      if (key === 'ArrowRight' || key === 'ArrowLeft') choose(at + (key === 'ArrowRight' ? 1 : -1));
    });
  }
  open(chosen);
  return element(
    'div',
    { class: 'tabs' },
    element('div', { role: 'tablist', 'aria-label': 'Parts of the reply' }, ...buttons),
    ...panels,
  );
}
