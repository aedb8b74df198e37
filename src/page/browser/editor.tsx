import { setText } from './actions.ts';
import { cardsOf } from './cards.ts';
import { placeOfScheme } from './credentials.ts';
import { readMessage } from './message.ts';
import { partOfStatus, placeOf, type Range } from './places.ts';
import { settings } from './settings.ts';
import { operationNow, stateNow } from './state.ts';

/** The text of the whole request: a text area in front of the same text with marks on what is wrong. */
export function Editor() {
  const { text } = stateNow();
  return (
    <div class="editor">
      <pre aria-hidden="true">
        {paint(text, wrongRanges())}
        {'\n'}
      </pre>
      <textarea
        value={text}
        aria-label="Request as text: method and path, headers, an empty line, the body"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </div>
  );
}

/** The ranges of the text that the errors are about: those of the answer to it, or of the expected reply. */
function wrongRanges(): (Range | undefined)[] {
  const { text, answer, expected } = stateNow();
  const { path, security } = operationNow();
  const answered = answer?.text === text && 'status' in answer.outcome ? answer.outcome : undefined;
  const reply = answered ?? (expected.kind === 'error' ? expected.reply : undefined);
  if (!reply || reply.status < 400) return [];
  const { status, body = '' } = reply;
  const message = readMessage(text);
  const scheme = settings.schemes[security[0]?.[0] ?? ''];
  const credential = scheme && placeOfScheme(scheme);
  return cardsOf(body).map(({ loc, message: said }) => {
    if (!loc) return partOfStatus({ status, said, credential }, message);
    const found = placeOf(loc, message, path);
    // What is missing has no place of its own; to mark all that is around it would say that all of that is wrong.
    return found?.add ? undefined : found;
  });
}

/** Splits a text into pieces, with marks on what is wrong. */
function paint(text: string, wrong: readonly (Range | undefined)[]) {
  const marks = wrong.filter((range) => range !== undefined);
  const cuts = new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])]);
  const sorted = [...cuts].sort((one, other) => one - other);
  return sorted.slice(1).map((end, at) => {
    const start = sorted[at] ?? 0;
    const isWrong = marks.some((mark) => mark.start <= start && end <= mark.end);
    const piece = text.slice(start, end);
    return isWrong ? <mark>{piece}</mark> : piece;
  });
}
