import { phraseOf } from '../../http/phrases.ts';
import { encodeBase64 } from '../../text/bytes.ts';
import { defined } from '../../text/guards.ts';
import { rememberLast } from '../../text/memo.ts';
import { cardsOf, summaryOf, verdictOn } from './cards.ts';
import type { CaseData, FieldData, Operation, RequestData } from './case.ts';
import type { Sending } from './code.ts';
import { carriedIn, DOTS, placeOfScheme, withCredentials, withDots, withoutSecrets } from './credentials.ts';
import { writeFiles } from './fields.ts';
import { fileNameIn, markOf, marksIn } from './files.ts';
import { bodyBytes, hashOf, obstacles, readMessage, writeMessage } from './message.ts';
import { loadCases, loadExpected, send } from './send.ts';
import { settings } from './settings.ts';
import { type Chosen, type Expectation, operationNow, type Run, stateNow, update } from './state.ts';

/** What people do on the page. */

/** The limit on the requests of this tab that are kept. */
const MAX_SENT = 20;
/** The time after the last key before the address and the expected reply follow. */
const PAUSE_MS = 150;

/** Opens an endpoint with a request: a case, or one of its valid requests, and the text that a link has instead. */
export async function openOperation(operation: Operation, id: string, text?: string): Promise<void> {
  const isNew = stateNow().operation?.name !== operation.name;
  if (isNew) {
    update({ cases: undefined, filter: { words: '', field: '', kind: '' } });
    if (!stateNow().run?.isOfAll) leaveRun();
  }
  update({ operation, isUnavailable: false });
  choose(id, text);
  const { cases: known } = stateNow();
  if (known && known.length > 0) return;
  if (!operation.isChecked || settings.cases === '') return update({ cases: [] });
  const cases = await loadCases(settings.cases, operation.name).catch(() => undefined);
  // Another endpoint may have been opened meanwhile.
  if (stateNow().operation !== operation) return;
  update({ cases: cases ?? [], isUnavailable: cases === undefined });
  if (cases?.some((each) => each.id === id)) choose(id, text);
}

/** The case or the valid request with this id, or else the first valid request. */
function requestWith(wanted: string): Chosen {
  const { cases = [] } = stateNow();
  const { requests } = operationNow();
  const each = cases.find(({ id }) => id === wanted);
  const { id, title, request } = each ?? requests.find(({ id }) => id === wanted) ?? defined(requests[0]);
  return { id, title, text: writeMessage(request), ...(each && { each }) };
}

/** Shows a case or a valid request, without sending it; `text` is what a link has instead of its own. */
export function choose(id: string, text?: string): void {
  const plain = requestWith(id);
  const chosen = { ...plain, text: dotted(plain) };
  update({ chosen, answer: undefined, expected: expectedOf(chosen) });
  setText(text ?? chosen.text);
  showAddress();
}

export function chooseCase(id: string): void {
  choose(id);
  showPanel('request');
}

/** Writes the request into the address, unless that is the plain one of the page and its first request is untouched. */
function showAddress(): void {
  const { text, chosen } = stateNow();
  const isAtStart = location.hash === '' && text === chosen.text && !chosen.each;
  if (!isAtStart) history.replaceState(null, '', hashNow());
}

/**
 * The text of a request with dots for the credentials of this tab, those of the first way to be authorized for which it has all,
 * unless its credential is what is wrong with it.
 */
function dotted({ text, each }: Chosen): string {
  const { credentials } = stateNow();
  const { security } = operationNow();
  const isComplete = (names: readonly string[]) =>
    names.length > 0 && names.every((name) => credentials[name] !== undefined);
  const needed = security.find(isComplete);
  if (!needed || each?.expected.status === 401) return text;
  const others = security.flat().filter((name) => !needed.includes(name));
  return withDots(text, needed, settings.schemes, credentials, others);
}

function expectedOf({ each }: Chosen): Expectation {
  return !each || each.kind === 'accepted' ? { kind: 'valid' } : { kind: 'error', reply: each.expected };
}

let pause: ReturnType<typeof setTimeout> | undefined;
let asking = new AbortController();

/** Changes the text of the request. The address and the expected reply follow after a pause. */
export function setText(text: string): void {
  update({ text });
  asking.abort();
  clearTimeout(pause);
  const { chosen } = stateNow();
  if (text === chosen.text) update({ expected: expectedOf(chosen) });
  pause = setTimeout(() => void follow(), PAUSE_MS);
}

async function follow(): Promise<void> {
  const { text, chosen } = stateNow();
  showAddress();
  // What the cases say of other errors than validation errors may not tell places.
  const { each } = chosen;
  if (text === chosen.text && (!each || each.expected.entries || each.kind === 'accepted')) return;
  const expected = await ask();
  if (stateNow().text === text) update({ expected });
}

/** Asks the service for the reply to the request as it stands. */
async function ask(): Promise<Expectation> {
  if (!operationNow().isChecked || obstaclesNow().length > 0) return { kind: 'unknown' };
  asking = new AbortController();
  try {
    const { signal } = asking;
    const reply = await loadExpected(settings.cases, await requestOf(sendingNow()), signal);
    return reply ? { kind: 'error', reply } : { kind: 'valid' };
  } catch {
    return { kind: 'unknown' };
  }
}

async function requestOf({ message: { method, target, headers }, body }: Sending): Promise<RequestData> {
  const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  const bytes = body && new Uint8Array(await new Blob([body]).arrayBuffer());
  return { method, target, headers: named, ...(bytes && { bodyBase64: encodeBase64(bytes) }) };
}

/** Puts files into a field. */
export function chooseFiles(field: FieldData, chosen: readonly File[]): void {
  const { text, files } = stateNow();
  update({ files: new Map([...files, ...chosen.map((file) => [markOf(file), file] as const)]) });
  setText(writeFiles(field, chosen, text));
}

/** The request as it stands, with the credentials of this tab, to be sent to the chosen address. */
export function sendingNow(): Sending {
  const { text, credentials, chosen, files } = stateNow();
  const message = readMessage(withCredentials(text, settings.schemes, credentials));
  return { message, body: bodyBytes(message, chosen.each?.request, files), root: rootNow() };
}

/** The chosen address that requests are sent to. */
function rootNow(): string {
  const { root, tryRoot } = settings;
  return stateNow().target === 'try' ? tryRoot : root;
}

/** What keeps the browser from sending the request as it stands. */
export function obstaclesNow(): string[] {
  const { message, root } = sendingNow();
  if (message.headers.some(({ value }) => value === DOTS) || message.target.includes(DOTS))
    return ['The credential of this request is not in its link. Press Authorize to enter it.'];
  const missing = marksIn(message.body ?? '').find((mark) => !stateNow().files.has(mark));
  const asked = `Choose the file ${fileNameIn(missing)} again: a link or the history has only its name.`;
  return [...obstacles(message, root), ...(missing === undefined ? [] : [asked])];
}

/** The link to the request as it stands, without secrets. */
export function hashNow(): string {
  const { chosen, text } = stateNow();
  const { secrets, requests } = operationNow();
  const places = [...secrets, ...Object.values(settings.schemes).map(placeOfScheme)];
  const shown = requests.map(({ request }) => writeMessage(request)).join('\n');
  const isChanged = text !== chosen.text;
  return hashOf(chosen.id, isChanged ? withoutSecrets(text, places, `${shown}\n${chosen.text}`) : undefined);
}

let waiting: AbortController | undefined;

export function stopWaiting(): void {
  waiting?.abort();
}

/** Sends the request as it stands. */
export async function sendNow(): Promise<void> {
  if (obstaclesNow().length > 0) return update({ announcement: `Not sent. ${obstaclesNow()[0]}` });
  stopWaiting();
  const controller = new AbortController();
  waiting = controller;
  const { text } = stateNow();
  const { message, body, root } = sendingNow();
  update({ isSending: true, announcement: '' });
  const [outcome, expected] = await Promise.all([
    send(message, body, root, controller.signal),
    text === stateNow().chosen.text ? stateNow().expected : ask(),
  ]);
  // Another request may have been sent meanwhile.
  if (waiting !== controller) return;
  const { method, path } = operationNow();
  const status = 'reason' in outcome ? 'no reply' : String(outcome.status);
  const time = new Date().toLocaleTimeString();
  const entry = { hash: hashNow(), route: `${method} ${path}`, status, time };
  update({
    isSending: false,
    answer: { text, outcome, expected },
    sent: [entry, ...stateNow().sent].slice(0, MAX_SENT),
    announcement: 'reason' in outcome ? outcome.reason : summaryOf(outcome),
  });
  showPanel('answer');
}

/** From this width on, the request and the answer stand beside the reference, which then stays where it is. */
const WIDE = 1200;

/** Goes to a panel that is out of sight. On a narrow screen, that takes away from where the focus is, so it goes along. */
export function showPanel(name: 'request' | 'answer'): void {
  const panel = defined(document.querySelector(`.panel.${name}`));
  const { top } = panel.getBoundingClientRect();
  if (top >= 0 && top <= innerHeight * 0.6) return;
  const isNarrow = innerWidth < WIDE;
  panel.scrollIntoView({ block: isNarrow ? 'start' : 'nearest' });
  if (isNarrow) panel.querySelector('h4')?.focus({ preventScroll: true });
}

/** Keeps the credentials of this tab, and uses them in the request as it stands. */
export function authorize(credentials: ReturnType<typeof stateNow>['credentials']): void {
  const { text, chosen } = stateNow();
  const isChanged = text !== chosen.text;
  update({ credentials });
  const original = requestWith(chosen.id);
  const again = { ...original, text: dotted(original) };
  update({
    chosen: again,
    announcement: Object.keys(credentials).length > 0 ? 'Authorized' : 'Credentials forgotten',
  });
  setText(isChanged ? dotted({ ...original, text }) : again.text);
}

let running: AbortController | undefined;

export function stopRun(): void {
  running?.abort();
}

/** Ends the run of an endpoint that is left. */
function leaveRun(): void {
  stopRun();
  running = undefined;
  update({ run: undefined });
}

/** Sends all invalid requests of one endpoint or of several, one after another, and notes the replies that differ. */
export async function sendAll(names: readonly string[]): Promise<void> {
  const controller = new AbortController();
  running = controller;
  const isOfAll = names.length > 1;
  let run: Run = { isOfAll, sent: 0, done: 0, total: names.length, isOver: false, differing: [] };
  const show = (change: Partial<Run>) => {
    run = { ...run, ...change };
    update({ run });
  };
  show({});
  for (const name of names) {
    const all = await loadCases(settings.cases, name).catch(() => undefined);
    const cases = all?.filter(({ kind }) => kind !== 'accepted').filter(canBeSent) ?? [];
    if (!isOfAll) show({ total: cases.length });
    for (const each of cases) {
      const difference = await differenceOf(each, controller.signal);
      if (controller.signal.aborted) break;
      const differing = difference === undefined ? run.differing : [...run.differing, { each, difference }];
      show({ sent: run.sent + 1, differing, ...(!isOfAll && { done: run.done + 1 }) });
    }
    if (controller.signal.aborted || !all) break;
    if (isOfAll) show({ done: run.done + 1 });
  }
  if (running !== controller) return;
  show({ isOver: true });
  update({ announcement: runInWords(run) });
}

export function runInWords({ isOfAll, isOver, sent, done, total, differing }: Run): string {
  const progress = isOfAll ? `${sent} sent, ${done} of ${total} endpoints` : `${done} of ${total} sent`;
  if (!isOver) return progress;
  const outcome =
    differing.length === 0 ? 'all answered as expected' : `${differing.length} answered differently`;
  return `${done < total ? progress : `${sent} sent`}, ${outcome}`;
}

/** Tells whether a browser can send a case as it is. */
function canBeSent(each: CaseData): boolean {
  return obstacles(readMessage(authorizedText(each)), rootNow()).length === 0;
}

/** Sends one case; returns what is different about its reply. */
async function differenceOf(each: CaseData, signal: AbortSignal): Promise<string | undefined> {
  const message = readMessage(authorizedText(each));
  const outcome = await send(message, bodyBytes(message, each.request), rootNow(), signal);
  if ('reason' in outcome) return outcome.reason;
  const verdict = verdictOn(outcome, each.expected);
  if (verdict === 'as expected') return undefined;
  return `${outcome.status} ${phraseOf(outcome.status)}, ${verdict}`;
}

/** The text of a case with the credentials of this tab in place of made-up ones, unless they are what is wrong with it. */
function authorizedText({ request, expected }: CaseData): string {
  const { credentials } = stateNow();
  const { schemes } = settings;
  const text = writeMessage(request);
  if (expected.status === 401) return text;
  const dotted = withDots(text, carriedIn(text, schemes), schemes, credentials);
  return withCredentials(dotted, schemes, credentials);
}

/** What is wrong with the request as it stands, at each place. */
export function errorsByPlace(): ReadonlyMap<string, string> {
  return errorsOf(stateNow().expected);
}

/** The errors of a reply by place: as the service told them, or as they can be read from its body. */
const errorsOf = rememberLast((expected: Expectation): ReadonlyMap<string, string> => {
  if (expected.kind !== 'error') return new Map();
  const { errors, body = '' } = expected.reply;
  const read = errors ?? cardsOf(body).map(({ loc = [], message }) => ({ place: loc.join('.'), message }));
  return new Map(read.map(({ place, message }) => [place, message]));
});

/** A title that is true of the request as it stands. */
export function titleNow(): string {
  const { chosen, text, expected } = stateNow();
  if (text === chosen.text) return chosen.title;
  if (expected.kind === 'valid') return 'Changed request: valid';
  if (expected.kind === 'unknown') return 'Changed request';
  const { status } = expected.reply;
  const [first = `${status} ${phraseOf(status)}`, ...others] = errorsByPlace().values();
  return `Changed request: ${others.length > 0 ? `${others.length + 1} errors` : first}`;
}
