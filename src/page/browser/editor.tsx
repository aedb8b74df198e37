import { type JsonToken, tokensOf } from '../../text/json/places.ts';
import { setText } from './actions.ts';
import { cardsOf } from './cards.ts';
import { placeOfScheme } from './credentials.ts';
import { type Message, readMessage } from './message.ts';
import { partOfStatus, placeOf, type Range } from './places.ts';
import { settings } from './settings.ts';
import { operationNow, stateNow } from './state.ts';

/** The limit on the characters of a text in colors. */
const MAX_CHARACTERS = 20_000;

/** The text of the whole request: a text area in front of the same text in colors, with marks on what is wrong. */
export function Editor() {
  const { text } = stateNow();
  return (
    <div class="editor">
      <pre aria-hidden="true">
        {paint(readMessage(text), wrongRanges())}
        {'\n'}
      </pre>
      <textarea
        value={text}
        aria-label="Request as text: a line with method and path, headers, an empty line, the body"
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
    return found?.isMissing ? undefined : found;
  });
}

interface Token extends Range {
  readonly kind: string;
}

/** Splits the text of a request into pieces: with the colors of its parts, and marks on what is wrong. */
function paint(message: Message, marks: readonly (Range | undefined)[]) {
  const { text } = message;
  const tokens = text.length > MAX_CHARACTERS ? [] : partsOf(message);
  const cuts = new Set([0, text.length]);
  for (const range of [...tokens, ...marks]) if (range) cuts.add(range.start).add(range.end);
  const sorted = [...cuts].sort((one, other) => one - other);
  return sorted.slice(1).map((end, at) => {
    const start = sorted[at] ?? 0;
    const kind = tokens.find((token) => token.start <= start && end <= token.end)?.kind;
    const isWrong = marks.some((mark) => mark && mark.start <= start && end <= mark.end);
    const piece = text.slice(start, end);
    if (isWrong) return <mark class={kind}>{piece}</mark>;
    return kind === undefined ? piece : <span class={kind}>{piece}</span>;
  });
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
