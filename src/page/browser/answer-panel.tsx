import type { ComponentChildren } from 'preact';
import { phraseOf } from '../../http/phrases.ts';
import { cardsOf, verdictOn } from './cards.ts';
import { CopyButton } from './copy-button.tsx';
import { BodyView } from './json-view.tsx';
import { ANYWHERE } from './places.ts';
import type { Answer } from './send.ts';
import { type Answered, type Expectation, stateNow } from './state.ts';

/** What came back, or what is expected before anything is sent. */
export function AnswerPanel() {
  const { answer, isSending, expected } = stateNow();
  return (
    <section class="panel answer" aria-labelledby="answer-title" aria-busy={isSending}>
      <h4 id="answer-title" tabIndex={-1}>
        {answer ? 'Response' : 'Expected response'}
      </h4>
      {answer ? <Outcome answer={answer} /> : <Expected expected={expected} />}
    </section>
  );
}

function Outcome({ answer: { text, outcome, expected } }: { readonly answer: Answered }) {
  if ('reason' in outcome) return <p class="error">{outcome.reason}</p>;
  const { status, headers, body, isWhole, redirectedTo, time } = outcome;
  return (
    <>
      {text !== stateNow().text && <p class="quiet">The request has been changed since.</p>}
      {redirectedTo !== undefined && <p class="quiet">Redirected to {redirectedTo}</p>}
      <Reply status={status} body={body} label="Body">
        <span class="quiet">{Math.round(time)} ms</span>
        <span class="quiet">{sizeOf(body)}</span>
        {body !== '' && <CopyButton label="Copy body" text={() => body} />}
      </Reply>
      {body === '' && <p class="quiet">No body.</p>}
      {!isWhole && <p class="error">The response ended before it was complete.</p>}
      <details>
        <summary>Headers ({headers.length})</summary>
        <dl>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      <Verdict outcome={outcome} expected={expected} />
    </>
  );
}

interface ReplyProps {
  readonly status: number;
  readonly body: string;
  readonly label: string;
  /** What else is known of the reply. */
  readonly children: ComponentChildren;
}

/** A status, what is wrong, and the body. */
function Reply({ status, body, label, children }: ReplyProps) {
  return (
    <>
      <p class="status-line">
        <strong class={`status s${String(status).charAt(0)}`}>
          {status} {phraseOf(status)}
        </strong>
        {children}
      </p>
      {status >= 400 && <Cards body={body} />}
      {body !== '' && <BodyView body={body} label={label} />}
    </>
  );
}

const KILO = 1000;

function sizeOf(body: string): string {
  const { length } = new TextEncoder().encode(body);
  return length < KILO ? `${length} bytes` : `${(length / KILO).toFixed(1)} kB`;
}

/** Each error of a reply, with the place that it is about. */
function Cards({ body }: { readonly body: string }) {
  const cards = cardsOf(body).filter(({ loc }) => loc !== undefined);
  if (cards.length === 0) return null;
  return (
    <ol class="cards">
      {cards.map(({ loc, message }) => (
        <li key={`${loc} ${message}`} dir="auto">
          <p class="error">{message}</p>
          <code class="quiet">{loc?.filter((key) => key !== ANYWHERE).join('.')}</code>
        </li>
      ))}
    </ol>
  );
}

/** How the answer compares with what was expected of it. */
function Verdict({ outcome, expected }: { readonly outcome: Answer; readonly expected: Expectation }) {
  if (expected.kind === 'unknown') return null;
  const isValid = expected.kind === 'valid';
  const verdict = isValid ? validVerdict(outcome.status) : verdictOn(outcome, expected.reply);
  const isSame = verdict === 'as expected';
  return (
    <>
      <p class={isSame ? 'verdict' : 'verdict error'}>
        {isSame ? 'As expected' : `Not as expected: ${verdict}`}
      </p>
      {!isValid && !isSame && (
        <details open>
          <summary>Expected response</summary>
          <Expected expected={expected} />
        </details>
      )}
    </>
  );
}

/** The statuses with which a valid request may be refused all the same, by what only the service knows. */
const ownReasons: readonly number[] = [401, 403, 404, 409, 410, 412, 423, 429, 451];

function validVerdict(status: number): string {
  if (status < 400 || ownReasons.includes(status)) return 'as expected';
  return 'expected success';
}

function Expected({ expected }: { readonly expected: Expectation }) {
  if (expected.kind === 'unknown') return <p class="quiet">Not known before the request is sent.</p>;
  if (expected.kind === 'valid')
    return <p class="quiet">This request is valid. Press Send to see the response.</p>;
  const { status, body = '' } = expected.reply;
  return (
    <Reply status={status} body={body} label="Expected body">
      <span class="quiet">if this request is sent</span>
    </Reply>
  );
}
