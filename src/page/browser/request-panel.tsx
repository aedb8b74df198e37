import type { JSX } from 'preact';
import {
  chooseRequest,
  errorsByPlace,
  hashNow,
  idOfRequest,
  obstaclesNow,
  sendingNow,
  sendNow,
  setText,
  settingsNow,
  stopWaiting,
  titleNow,
} from './actions.ts';
import { AnswerPanel } from './answer-panel.tsx';
import type { FieldData, Operation } from './case.ts';
import { changeableFields, changed } from './changes.ts';
import { Choice } from './choice.tsx';
import { write } from './code.ts';
import { CopyButton } from './copy-button.tsx';
import { openCredentials } from './credentials-dialog.tsx';
import { Editor } from './editor.tsx';
import { readField, writeField } from './fields.ts';
import { readMessage } from './message.ts';
import { notationAt } from './places.ts';
import { type State, update } from './state.ts';

const PARTS = { path: 'Path', query: 'Query', header: 'Headers', body: 'Body' } as const;
/** With more fields than this, the wrong values of each are folded away. */
const MAX_OPEN = 6;

/** The request as it stands, as a form or as text, and what came back. */
export function RequestPanel({ state }: { readonly state: State }) {
  const { operation } = state;
  if (!operation) return null;
  return (
    <>
      <section class="panel request" aria-label="Request">
        <h4 tabIndex={-1} dir="auto">
          {titleNow()}
        </h4>
        <Example state={state} operation={operation} />
        <div class="actions">
          <fieldset class="tabs" aria-label="Show the request as">
            {(['form', 'text'] as const).map((view) => (
              <button
                key={view}
                type="button"
                aria-pressed={state.view === view}
                onClick={() => update({ view })}
              >
                {view === 'form' ? 'Form' : 'Text'}
              </button>
            ))}
          </fieldset>
          {Object.keys(settingsNow().schemes).length > 0 && (
            <button type="button" onClick={openCredentials}>
              {Object.keys(state.credentials).length > 0 ? 'Authorized' : 'Authorize'}
            </button>
          )}
        </div>
        {state.view === 'form' ? <Form state={state} operation={operation} /> : <Editor state={state} />}
        <Problems state={state} />
        <Actions state={state} />
      </section>
      <AnswerPanel state={state} />
      <History state={state} />
    </>
  );
}

/** The requests to begin with. */
function Example({ state, operation }: { readonly state: State; readonly operation: Operation }) {
  const { requests, name } = operation;
  if (requests.length < 2) return null;
  const at = requests.findIndex((_, at) => idOfRequest(name, at) === state.chosen.id);
  return (
    <p class="actions">
      <Choice
        id="example"
        label="Example"
        value={String(at)}
        options={[
          ...(at === -1 ? [['-1', '–'] as const] : []),
          ...requests.map(({ title }, at) => [String(at), title] as const),
        ]}
        choose={(chosen) => chooseRequest(Number(chosen))}
      />
    </p>
  );
}

function Form({ state, operation }: { readonly state: State; readonly operation: Operation }) {
  const { fields, path } = operation;
  const errors = errorsByPlace();
  const changes = new Map(
    changeableFields(state.cases ?? [], path).map((each) => [each.place, each.changes]),
  );
  if (fields.length === 0) return <p class="quiet">This request has no fields; its text can be changed.</p>;
  return (
    <div class="form">
      {Object.entries(PARTS).map(([part, title]) => {
        const own = fields.filter(({ place }) => place.startsWith(`${part}.`));
        return (
          own.length > 0 && (
            <fieldset key={part}>
              <legend>{title}</legend>
              {own.map((field) => (
                <Field
                  key={field.place}
                  field={field}
                  state={state}
                  operation={operation}
                  error={errors.get(field.place)}
                >
                  <Chips
                    field={field}
                    changes={state.cases && (changes.get(field.place) ?? [])}
                    isOpen={fields.length <= MAX_OPEN}
                    state={state}
                    path={path}
                  />
                </Field>
              ))}
            </fieldset>
          )
        );
      })}
    </div>
  );
}

interface FieldProps {
  readonly field: FieldData;
  readonly state: State;
  readonly operation: Operation;
  readonly error: string | undefined;
  readonly children: JSX.Element;
}

function Field({ field, state, operation, error, children }: FieldProps) {
  const { place, name, isRequired, about } = field;
  const value = readField(field, state.text, operation);
  const id = `field ${place}`.replaceAll(' ', '-');
  const change = (next: string | undefined) => setText(writeField(field, next, state.text, operation));
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <p class="field-name">
        <label for={id} dir="auto">
          {name}
        </label>
        {isRequired && <span class="mark required">required</span>}
        {value?.isOther && <span class="quiet"> sent as it is, not as text</span>}
      </p>
      <Control
        id={id}
        field={field}
        isJson={notationAt(place, readMessage(state.text)) === 'json'}
        value={value?.shown}
        error={error}
        change={change}
      />
      {error !== undefined && (
        <p class="error" id={`${id}-error`} dir="auto">
          {error}
        </p>
      )}
      {about && (
        <p class="quiet about-field" dir="auto">
          {about}
        </p>
      )}
      {children}
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly field: FieldData;
  /** The field is a value in JSON. */
  readonly isJson: boolean;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly change: (value: string | undefined) => void;
}

function Control({ id, field, isJson, value, error, change }: ControlProps) {
  const { kind, place, options = [], isRequired } = field;
  const shared = {
    id,
    'aria-invalid': error !== undefined,
    'aria-required': isRequired,
    ...(error !== undefined && { 'aria-describedby': `${id}-error` }),
    placeholder: 'left out',
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
  } as const;
  const takeInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    change(
      currentTarget.value === '' && (kind === 'json' || kind === 'number') ? undefined : currentTarget.value,
    );
  if (kind === 'choice') {
    const values = options.map((option) => (isJson ? option : plainOf(option)));
    return (
      <select
        {...shared}
        value={value ?? ''}
        onChange={({ currentTarget }) => change(currentTarget.value || undefined)}
      >
        <option value="">(left out)</option>
        {value !== undefined && value !== '' && !values.includes(value) && (
          <option value={value}>{value}</option>
        )}
        {values.map((option, at) => (
          <option key={option} value={option}>
            {plainOf(options[at] ?? '')}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'json' && place.startsWith('body.'))
    return (
      <textarea
        {...shared}
        class="json"
        rows={Math.min(8, (value ?? '').split('\n').length)}
        value={value ?? ''}
        onInput={takeInput}
      />
    );
  const isDate = kind === 'date' && DATE.test(value ?? '');
  if (isDate) return <input {...shared} type="date" value={value ?? ''} onInput={takeInput} />;
  return (
    <input
      {...shared}
      type="text"
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      value={value ?? ''}
      onInput={takeInput}
    />
  );
}

const DATE = /^(?:\d{4}-\d\d-\d\d)?$/;

function plainOf(option: string): string {
  return option.startsWith('"') ? String(JSON.parse(option)) : option;
}

interface ChipsProps {
  readonly field: FieldData;
  /** Undefined until the cases are loaded. */
  readonly changes: ReturnType<typeof changeableFields>[number]['changes'] | undefined;
  readonly isOpen: boolean;
  readonly state: State;
  readonly path: string;
}

/** Values that are refused, to put into a field. They are not sent. */
function Chips({ field: { place }, changes, isOpen, state, path }: ChipsProps) {
  if (changes?.length === 0) return null;
  return (
    <details class="chips" open={isOpen}>
      <summary>Wrong values</summary>
      <fieldset aria-label="Wrong values">
        {changes?.map(({ label, value }) => (
          <button key={label} type="button" onClick={() => setText(changed(state.text, place, value, path))}>
            {label}
          </button>
        ))}
      </fieldset>
    </details>
  );
}

/** What is wrong with the request as a whole, and what a browser can't send. */
function Problems({ state }: { readonly state: State }) {
  const { expected, operation } = state;
  const places = new Set(state.view === 'form' ? operation?.fields.map(({ place }) => place) : []);
  const others = [...errorsByPlace()].filter(([place]) => !places.has(place));
  const sentences = obstaclesNow();
  if (others.length === 0 && sentences.length === 0) return null;
  return (
    <ul class="problems">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {expected.kind === 'error' &&
        others.map(([place, message]) => (
          <li key={place} class="error" dir="auto">
            {message}
          </li>
        ))}
    </ul>
  );
}

/** Stops waiting, and gives the focus to Send, since this button goes away. */
function stop({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  currentTarget.parentElement?.querySelector('button')?.focus();
  stopWaiting();
}

function Actions({ state }: { readonly state: State }) {
  const { tryRoot, root } = settingsNow();
  return (
    <div class="actions">
      <button type="button" class="primary" aria-keyshortcuts="Control+Enter" onClick={() => void sendNow()}>
        Send
      </button>
      <kbd>Ctrl Enter</kbd>
      {state.isSending && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
      <button
        type="button"
        disabled={state.text === state.chosen.text}
        onClick={() => setText(state.chosen.text)}
      >
        Reset
      </button>
      {tryRoot !== undefined && (
        <Choice
          id="target"
          label="Send to"
          value={state.target}
          options={[
            ['try', tryRoot],
            ['service', `${root} (this service)`],
          ]}
          choose={(chosen) => update({ target: chosen === 'try' ? 'try' : 'service', answer: undefined })}
        />
      )}
      <span class="labelled">
        <Choice
          id="language"
          label="Copy as"
          options={[
            ['curl', 'curl'],
            ['fetch', 'fetch'],
            ['python', 'Python'],
            ['http', 'HTTP'],
          ]}
        />
        <CopyButton label="Copy" text={() => write(chosenLanguage(), sendingNow())} />
        <CopyButton label="Copy link" text={() => new URL(hashNow(), location.href).href} />
      </span>
    </div>
  );
}

function chosenLanguage(): string {
  const select = document.getElementById('language');
  return select instanceof HTMLSelectElement ? select.value : 'curl';
}

/** The requests that were sent in this tab. */
function History({ state: { sent } }: { readonly state: State }) {
  if (sent.length === 0) return null;
  return (
    <details class="history">
      <summary>History</summary>
      <ol>
        {sent.map(({ hash, route, status, time }, at) => (
          <li key={`${time} ${at}`}>
            <a href={hash}>
              <b>{status}</b> {route}
            </a>{' '}
            <span class="quiet">{time}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
