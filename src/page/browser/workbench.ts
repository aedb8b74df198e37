import { defined } from '../../text/guards.ts';
import { type AnswerPanel, createAnswer } from './answer.ts';
import { type Card, cardsOf, summaryOf, verdictOn } from './cards.ts';
import type { CaseData, ExpectedData } from './case.ts';
import { type ChangeableField, changeableFields, changed } from './changes.ts';
import { type Sending, write } from './code.ts';
import { announce, button, element, find, showStatus } from './dom.ts';
import { codeBlock, createEditor } from './editor.ts';
import {
  bodyBytes,
  differingLines,
  hashOf,
  type Link,
  type Message,
  obstacles,
  readMessage,
  withoutSecrets,
  writeMessage,
} from './message.ts';
import type { Operation } from './operations.ts';
import { partOfStatus, placeOf, type Range } from './places.ts';
import { type Answer, chooseCase, loadCases, type Silence, send } from './send.ts';

interface Settings {
  /** The address of the service, without a trailing slash. */
  readonly root: string;
  readonly cases: string;
}

/** The panels of one request and its answer. */
interface Workbench {
  /** Opens a case, and sends it if `mayBeSent`, unless it would be accepted. */
  open(operation: Operation, link: Link, mayBeSent: boolean): Promise<void>;
}

/** The request in the editor and its case. */
interface Shown {
  readonly operation: Operation;
  readonly cases: readonly CaseData[];
  readonly current: CaseData;
  /** The unedited text of the case. */
  readonly original: string;
}

const BYTES_NOTE = 'The body is not text; its bytes are sent as they are until it is changed.';

export function createWorkbench({ root, cases: address }: Settings): Workbench {
  let shown: Shown | undefined;
  /** The request that was answered last, and the ranges that its entries are about. */
  let answered: string | undefined;
  let ranges: readonly (Range | undefined)[] = [];
  let turns = 0;

  const answer = createAnswer({
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
  const sender = createSender(answer);
  const sending = (): Sending => {
    const message = readMessage(editor.text);
    return { message, body: bodyBytes(message, shown?.current.request), root };
  };
  const isChanged = () => editor.text !== shown?.original;

  function linkOf({ operation, cases, current }: Shown): Link {
    const known = cases.map(({ request }) => writeMessage(request)).join('\n');
    const text = withoutSecrets(readMessage(editor.text), operation.credential, known);
    return { id: current.id, text: isChanged() ? text : undefined };
  }

  /** Marks the parts of the request that the entries of a reply are about. */
  function mark(reply: Pick<ExpectedData, 'status' | 'body'>): void {
    ranges = shown ? rangesOf(reply, readMessage(editor.text), shown.operation) : [];
    editor.mark(reply.status >= 400 ? ranges : []);
  }

  /** Updates the page after the text has changed. */
  function update(): void {
    answer.outdate(answered === undefined ? [] : differingLines(answered, editor.text));
    showNotes();
    if (shown) history.replaceState(null, '', hashOf(linkOf(shown)));
  }

  function showNotes(): void {
    const sentences = obstacles(sending().message, root);
    if (shown?.current.request.bodyBase64 !== undefined) sentences.push(BYTES_NOTE);
    find('notes', HTMLElement).replaceChildren(...sentences.map((sentence) => element('p', {}, sentence)));
    find('reset', HTMLButtonElement).disabled = !isChanged();
  }

  async function sendNow(): Promise<void> {
    const request = sending();
    const reasons = obstacles(request.message, root);
    if (reasons.length > 0) return explainCommand(reasons, request);
    const outcome = await sender.send(request);
    if (!outcome) return;
    answered = request.message.text;
    if ('reason' in outcome) {
      const again = button('Send again', () => void sendNow());
      answer.explain('No reply', [outcome.reason], again);
      return announce(outcome.reason);
    }
    answer.show(outcome, shown && !isChanged() ? verdictOn(outcome, shown.current) : undefined);
    mark(outcome);
    answer.outdate(differingLines(answered, editor.text));
    announce(summaryOf(outcome));
    showStatus(String(outcome.status));
  }

  function explainCommand(reasons: readonly string[], request: Sending): void {
    const command = codeBlock(write('curl', request));
    answer.explain('A browser can’t send this', reasons, element('p', {}, 'A terminal can:'), command);
    announce(`A browser can’t send this. ${reasons[0]}`);
  }

  function change(place: string, value: string | undefined): void {
    editor.text = changed(editor.text, place, value, defined(shown).operation.path);
    update();
    void sendNow();
  }

  function show(next: Shown, text: string | undefined): void {
    const { operation, cases, current, original } = next;
    shown = next;
    answered = undefined;
    editor.text = text ?? original;
    showStatus('');
    showHeading(operation, current);
    showChanges(changeableFields(cases, operation.path), current.place, change);
    showNotes();
    answer.expect(current.expected);
    if (text === undefined) mark(current.expected);
  }

  async function open(operation: Operation, link: Link, mayBeSent: boolean): Promise<void> {
    sender.cancel();
    const turn = ++turns;
    const cases = await loadCases(address, operation.name).catch(() => undefined);
    // Another case may have been opened meanwhile.
    if (turn !== turns) return;
    if (!cases) {
      const again = button('Try again', () => void open(operation, link, mayBeSent));
      answer.explain('The refusals can’t be loaded', ['The service does not answer.'], again);
      return announce('The refusals can’t be loaded: the service does not answer.');
    }
    const current = chooseCase(cases, link.id, operation);
    show({ operation, cases, current, original: writeMessage(current.request) }, link.text);
    if (mayBeSent && current.kind !== 'accepted') await sendNow();
  }

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void sendNow();
  });
  find('send', HTMLElement).addEventListener('click', () => void sendNow());
  find('reset', HTMLElement).addEventListener('click', () => {
    editor.text = shown?.original ?? '';
    update();
    editor.select({ start: 0, end: 0 });
  });
  copyAt('copy', answer, () => write(find('language', HTMLSelectElement).value, sending()));
  copyAt('copy-link', answer, () => new URL(shown ? hashOf(linkOf(shown)) : '', location.href).href);

  return { open };
}

/** Shows the endpoint and the title above the request. */
function showHeading({ method, path, summary, name }: Operation, { title }: CaseData): void {
  find('operation', HTMLElement).replaceChildren(element('b', {}, method), ` ${path}`);
  find('request-title', HTMLElement).textContent = title;
  find('summary', HTMLElement).replaceChildren(summary, ' ', ...twinOf(name));
}

/** Copies the note about a similar path from the reference. */
function twinOf(name: string): Node[] {
  const twin = document.getElementById(`${name}/`)?.querySelector('.twin');
  return twin ? [...twin.cloneNode(true).childNodes] : [];
}

const SHOWN_MS = 1500;

/** Makes a button copy a text and confirm it. If the clipboard is not available, the text is shown instead of the answer. */
function copyAt(id: string, answer: AnswerPanel, write: () => string): void {
  const pressed = find(id, HTMLElement);
  const label = pressed.textContent;
  pressed.addEventListener('click', async () => {
    const text = write();
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isDone) {
      const sentences = ['Copy the text from here:'];
      answer.explain('The browser doesn’t allow copying here', sentences, codeBlock(text));
      return;
    }
    pressed.textContent = 'Copied';
    announce('Copied');
    setTimeout(() => {
      pressed.textContent = label;
    }, SHOWN_MS);
  });
}

/** Sends requests. A new request replaces one in progress. */
interface Sender {
  /** Resolves with the outcome; undefined if another request was sent meanwhile. */
  send(sending: Sending): Promise<Answer | Silence | undefined>;
  /** Aborts the request in progress. */
  cancel(): void;
}

/** The time before a wait is shown. */
const SLOW_MS = 300;

function createSender(answer: AnswerPanel): Sender {
  let waiting: AbortController | undefined;

  function cancel(): void {
    waiting?.abort();
    waiting = undefined;
  }

  return {
    cancel,
    async send({ message, body, root }) {
      cancel();
      const controller = new AbortController();
      waiting = controller;
      const slow = setTimeout(() => answer.wait(() => controller.abort()), SLOW_MS);
      const outcome = await send(message, body, root, controller.signal);
      clearTimeout(slow);
      return waiting === controller ? outcome : undefined;
    },
  };
}

/** Finds the part of a request that each entry of a reply is about. */
function rangesOf(
  { status, body = '' }: Pick<ExpectedData, 'status' | 'body'>,
  message: Message,
  { path, credential }: Operation,
): (Range | undefined)[] {
  const rangeOf = ({ loc, message: said }: Card) =>
    loc ? placeOf(loc, message, path) : partOfStatus({ status, said, credential }, message);
  return cardsOf(body).map(rangeOf);
}

/** Shows the fields of a request, with buttons for changes to the selected one. */
function showChanges(
  fields: readonly ChangeableField[],
  chosen: string,
  apply: (place: string, value: string | undefined) => void,
): void {
  const choice = element(
    'select',
    { id: 'field', 'aria-label': 'Field to change' },
    ...fields.map((field) => element('option', {}, field.place)),
  );
  const buttons = element('span', { class: 'chips' });
  const fill = () => {
    const field = fields.find(({ place }) => place === choice.value);
    const made = field?.changes.map(({ label, value }) => button(label, () => apply(field.place, value)));
    buttons.replaceChildren(...(made ?? []));
  };
  choice.addEventListener('change', fill);
  if (fields.some(({ place }) => place === chosen)) choice.value = chosen;
  fill();
  const label = element('label', { for: 'field' }, 'Change');
  find('changes', HTMLElement).replaceChildren(...(fields.length === 0 ? [] : [label, choice, buttons]));
}
