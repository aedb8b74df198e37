import { defined } from '../../text/guards.ts';
import { createAnswer } from './answer.ts';
import type { Case, Expected } from './case.ts';
import { chooseCase, loadCases } from './cases.ts';
import { showChanges } from './change-buttons.ts';
import { changeableFields, changed } from './changes.ts';
import { type Sending, write } from './code.ts';
import { copyAt } from './copying.ts';
import { differingLines } from './difference.ts';
import { announce, button, element, find } from './dom.ts';
import { codeBlock, createEditor } from './editor.ts';
import { showHeading } from './heading.ts';
import { hashOf, type Link, withoutSecrets } from './link.ts';
import { rangesOf } from './marks.ts';
import { bodyBytes, readMessage, writeMessage } from './message.ts';
import type { Operation } from './operations.ts';
import type { Range } from './places.ts';
import { obstacles } from './sendable.ts';
import { createSender } from './sender.ts';
import { showStatus } from './steps.ts';
import { summaryOf, verdictOn } from './words.ts';

export interface Settings {
  /** The address of the service, without a trailing slash. */
  readonly root: string;
  readonly cases: string;
}

/** The panels of one request and its answer. */
export interface Workbench {
  /** Opens a case, and sends it if `mayBeSent`, unless it would be accepted. */
  open(operation: Operation, link: Link, mayBeSent: boolean): Promise<void>;
}

/** The request in the editor and its case. */
interface Shown {
  readonly operation: Operation;
  readonly cases: readonly Case[];
  readonly current: Case;
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
  function mark(reply: Pick<Expected, 'status' | 'body'>): void {
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
