import { statuses } from '../../http/statuses.ts';
import { type AnswerPanel, createAnswer } from './answer.ts';
import { type Card, cardsOf } from './cards.ts';
import type { Case } from './case.ts';
import { loadCases } from './cases.ts';
import { changeableFields, changed } from './changes.ts';
import { type Sending, writers } from './code.ts';
import { differingLines } from './difference.ts';
import { button, element, find } from './dom.ts';
import { codeBlock, createEditor } from './editor.ts';
import { hashOf, type Link, withoutSecrets } from './link.ts';
import { bodyBytes, type Message, readMessage, writeMessage } from './message.ts';
import type { Operation } from './operations.ts';
import { partOfStatus, placeOf, type Range } from './places.ts';
import { type Answer, send } from './send.ts';
import { obstacles } from './sendable.ts';
import { showStatus } from './steps.ts';

export interface Settings {
  /** The address of the service, without a slash at its end. */
  readonly root: string;
  readonly refusals: string;
}

/** One request and its answer. */
export interface Workbench {
  /** Opens a case; it is sent where that is asked for, unless it would be accepted. */
  open(operation: Operation, link: Link, mayBeSent: boolean): Promise<void>;
}

const SLOW_MS = 300;

export function createWorkbench({ root, refusals }: Settings): Workbench {
  let operation: Operation | undefined;
  let cases: readonly Case[] = [];
  let current: Case | undefined;
  /** The text that was answered last, and what there is in it to point at. */
  let answered: string | undefined;
  let ranges: readonly (Range | undefined)[] = [];
  let waiting: AbortController | undefined;
  let turns = 0;
  const path = () => operation?.path ?? '';

  const announce = (text: string) => find('announcement', HTMLElement).replaceChildren(text);
  const answer: AnswerPanel = createAnswer({
    pointed: (entry) => editor.point(entry),
    chosen(entry) {
      const range = ranges[entry];
      if (!range) return;
      editor.select(range);
      editor.point(entry);
    },
  });
  const editor = createEditor({
    changed: update,
    pointed(entry) {
      answer.point(entry);
      editor.point(entry);
    },
  });
  const sending = (): Sending => {
    const message = readMessage(editor.text);
    return { message, body: bodyBytes(message, current?.request), root };
  };
  const original = () => current && writeMessage(current.request);
  const linkOf = (): Link => {
    const isChanged = editor.text !== original();
    const shown = cases.map(({ request }) => writeMessage(request)).join('\n');
    const text = withoutSecrets(readMessage(editor.text), operation?.credential ?? '', shown);
    return { id: current?.id ?? '', text: isChanged ? text : undefined };
  };

  /** Marks in the request what the entries of a reply are about. */
  function mark(status: number, body: string): void {
    const message = readMessage(editor.text);
    const cards = cardsOf(body);
    ranges = cards.map((card) => rangeOf(card, status, message));
    editor.mark(status >= 400 ? ranges : []);
  }

  function rangeOf({ loc, message: said }: Card, status: number, message: Message): Range | undefined {
    if (loc) return placeOf(loc, message, path());
    return partOfStatus({ status, said, credential: operation?.credential ?? '' }, message);
  }

  /** Follows a change of the text. */
  function update(): void {
    answer.outdate(answered === undefined ? [] : differingLines(answered, editor.text));
    showNotes();
    history.replaceState(null, '', hashOf(linkOf()));
  }

  function showNotes(): void {
    const { message } = sending();
    const sentences = obstacles(message, root);
    if (current?.request.bodyBase64 !== undefined)
      sentences.push(
        'The body is bytes that are no text; they are sent as they are until the body is changed.',
      );
    find('notes', HTMLElement).replaceChildren(...sentences.map((sentence) => element('p', {}, sentence)));
    find('reset', HTMLButtonElement).disabled = editor.text === original();
  }

  async function sendNow(): Promise<void> {
    const { message, body } = sending();
    const reasons = obstacles(message, root);
    if (reasons.length > 0) return explainCommand(reasons);
    waiting?.abort();
    const controller = new AbortController();
    waiting = controller;
    const slow = setTimeout(() => answer.wait(() => controller.abort()), SLOW_MS);
    const outcome = await send(message, body, root, controller.signal);
    clearTimeout(slow);
    if (waiting !== controller) return;
    answered = message.text;
    if ('reason' in outcome) {
      answer.explain(
        'No answer',
        [outcome.reason],
        button('Send again', () => void sendNow()),
      );
      announce(outcome.reason);
      return;
    }
    answer.show(outcome, verdictOn(outcome));
    mark(outcome.status, outcome.body);
    answer.outdate(differingLines(message.text, editor.text));
    announce(summaryOf(outcome));
    showStatus(String(outcome.status));
  }

  function explainCommand(reasons: readonly string[]): void {
    const { curl } = writers;
    answer.explain(
      'A browser can’t send this',
      reasons,
      element('p', {}, 'A terminal can:'),
      codeBlock(curl?.(sending()) ?? ''),
    );
    announce(`A browser can’t send this. ${reasons[0]}`);
  }

  /** Tells of an unchanged request whether it got what the contract says. */
  function verdictOn({ status, body }: Answer): string | undefined {
    if (!current || editor.text !== original()) return undefined;
    const { expected } = current;
    if (status !== expected.status) return `the contract says ${expected.status}`;
    const placesOf = (text: string) => JSON.stringify(cardsOf(text).map(({ loc }) => loc));
    const isSame = expected.body === undefined || placesOf(expected.body) === placesOf(body);
    return isSame ? 'as the contract says' : 'with other entries than the contract says';
  }

  function showChanges(): void {
    const place = find('changes', HTMLElement);
    const fields = changeableFields(cases, path());
    const choice = element(
      'select',
      { id: 'field', 'aria-label': 'Field to change' },
      ...fields.map((field) => element('option', {}, field.place)),
    );
    const buttons = element('span', { class: 'chips' });
    const fill = () => {
      const field = fields.find((each) => each.place === choice.value);
      const made = field?.changes.map(({ label, value }) => button(label, () => apply(field.place, value)));
      buttons.replaceChildren(...(made ?? []));
    };
    const apply = (name: string, value: string | undefined) => {
      editor.text = changed(editor.text, name, value, path());
      update();
      void sendNow();
    };
    choice.addEventListener('change', fill);
    if (fields.some((field) => field.place === current?.place)) choice.value = current?.place ?? '';
    fill();
    place.replaceChildren(
      ...(fields.length === 0 ? [] : [element('label', { for: 'field' }, 'Change'), choice, buttons]),
    );
  }

  async function open(owner: Operation, link: Link, mayBeSent: boolean): Promise<void> {
    waiting?.abort();
    waiting = undefined;
    const turn = ++turns;
    const all = await loadCases(refusals, owner.name).catch(() => undefined);
    // Another one may have been opened meanwhile.
    if (turn !== turns) return;
    if (!all) {
      answer.explain(
        'The refusals can’t be had',
        ['The service does not answer.'],
        button('Try again', () => void open(owner, link, mayBeSent)),
      );
      announce('The refusals can’t be had: the service does not answer.');
      return;
    }
    operation = owner;
    cases = all;
    current =
      all.find(({ id }) => id === link.id) ??
      all.find(({ id }) => id.endsWith('/accepted/example')) ??
      all[0] ??
      plainCase(owner);
    answered = undefined;
    editor.text = link.text ?? writeMessage(current.request);
    showStatus('');
    showHeading(owner, current);
    showChanges();
    showNotes();
    answer.expect(current.expected);
    if (link.text === undefined) mark(current.expected.status, current.expected.body ?? '');
    if (mayBeSent && current.kind !== 'accepted') await sendNow();
  }

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void sendNow();
  });
  find('send', HTMLElement).addEventListener('click', () => void sendNow());
  find('reset', HTMLElement).addEventListener('click', () => {
    editor.text = original() ?? '';
    update();
    editor.select({ start: 0, end: 0 });
  });
  find('copy', HTMLElement).addEventListener('click', () => {
    const write = writers[find('language', HTMLSelectElement).value];
    void copy('copy', write?.(sending()) ?? '');
  });
  find('copy-link', HTMLElement).addEventListener('click', () => {
    void copy('copy-link', new URL(hashOf(linkOf()), location.href).href);
  });

  /** Puts a text on the clipboard, and says so on the button. */
  async function copy(id: string, text: string): Promise<void> {
    const pressed = find(id, HTMLElement);
    const label = pressed.textContent;
    const done = await navigator.clipboard?.writeText(text).then(
      () => 'Copied',
      () => undefined,
    );
    if (done === undefined)
      return answer.explain(
        'The browser lets nothing be copied here',
        ['It can be taken from here:'],
        codeBlock(text),
      );
    pressed.textContent = done;
    announce(done);
    setTimeout(() => {
      pressed.textContent = label;
    }, 1500);
  }

  return { open };
}

/** The only request of an endpoint that refuses nothing. */
function plainCase({ name, method, path }: Operation): Case {
  const request = { method, target: path, headers: {} };
  return {
    id: name,
    title: 'Nothing is refused here',
    place: '',
    kind: 'accepted',
    request,
    expected: { status: 200 },
  };
}

function showHeading({ method, path, summary, name }: Operation, { title }: Case): void {
  find('operation', HTMLElement).replaceChildren(element('b', {}, method), ` ${path}`);
  find('request-title', HTMLElement).textContent = title;
  find('summary', HTMLElement).replaceChildren(summary, ' ', ...twinOf(name));
}

/** The note of the reference on a path that is easily taken for another one. */
function twinOf(name: string): Node[] {
  const twin = document.getElementById(`${name}/`)?.querySelector('.twin');
  return twin ? [...twin.cloneNode(true).childNodes] : [];
}

function summaryOf({ status, body }: Answer): string {
  const cards = cardsOf(body);
  const [first] = status < 400 ? [] : cards;
  const count = cards.length > 1 ? `, ${cards.length} entries` : '';
  return `${status} ${statuses[status]?.name ?? ''}${count}${first ? `: ${first.message.slice(0, 100)}` : ''}`;
}
