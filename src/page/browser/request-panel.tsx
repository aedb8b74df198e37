import {
  choose,
  chooseFiles,
  errorsByPlace,
  hashNow,
  obstaclesNow,
  sendingNow,
  sendNow,
  setText,
  stopWaiting,
  titleNow,
} from './actions.ts';
import { AnswerPanel } from './answer-panel.tsx';
import type { FieldData } from './case.ts';
import { Choice } from './choice.tsx';
import { write } from './code.ts';
import { CopyButton } from './copy-button.tsx';
import { openCredentials } from './credentials-dialog.tsx';
import { Editor } from './editor.tsx';
import { fileMarks, readField, writeField, wrongValues } from './fields.ts';
import { readMessage } from './message.ts';
import { changed, decoded, locOf, placeOf, valueAt } from './places.ts';
import { settings } from './settings.ts';
import { operationNow, stateNow, update } from './state.ts';

const PARTS = { path: 'Path', query: 'Query', header: 'Headers', body: 'Body' } as const;

/** The request as it stands, as a form or as text, and what came back. */
export function RequestPanel() {
  const { view, credentials } = stateNow();
  return (
    <>
      <section class="panel request" aria-label="Request">
        <h4 tabIndex={-1}>{titleNow()}</h4>
        <Example />
        <div class="actions">
          <fieldset class="tabs" aria-label="Show the request as">
            {(['form', 'text'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={view === each}
                onClick={() => update({ view: each })}
              >
                {each === 'form' ? 'Form' : 'Text'}
              </button>
            ))}
          </fieldset>
          {Object.keys(settings.schemes).length > 0 && (
            <button type="button" onClick={openCredentials}>
              {Object.keys(credentials).length > 0 ? 'Authorized' : 'Authorize'}
            </button>
          )}
        </div>
        {view === 'form' ? <Form /> : <Editor />}
        <Problems />
        <Actions />
      </section>
      <AnswerPanel />
      <History />
    </>
  );
}

/** The requests to begin with. */
function Example() {
  const { requests } = operationNow();
  if (requests.length < 2) return null;
  const { id } = stateNow().chosen;
  const options = requests.map(({ id, title }) => [id, title] as const);
  const isExample = options.some(([each]) => each === id);
  return (
    <p class="actions">
      <Choice
        id="example"
        label="Example"
        value={isExample ? id : ''}
        options={isExample ? options : [['', '–'], ...options]}
        choose={choose}
      />
    </p>
  );
}

function Form() {
  const { fields } = operationNow();
  if (fields.length === 0) return <p class="quiet">This request has no fields; its text can be changed.</p>;
  const parts = Map.groupBy(fields, ({ place }) => place.split('.', 1)[0]);
  return (
    <div class="form">
      {Object.entries(PARTS).map(
        ([part, title]) =>
          parts.has(part) && (
            <fieldset key={part}>
              <legend>{title}</legend>
              {parts.get(part)?.map((field) => (
                <Field key={field.place} field={field} />
              ))}
            </fieldset>
          ),
      )}
    </div>
  );
}

interface FieldProps {
  readonly field: FieldData;
}

function Field({ field }: FieldProps) {
  const { place, name, isRequired, about } = field;
  const id = `field ${place}`.replaceAll(' ', '-');
  const value = readField(field, stateNow().text, operationNow());
  const error = errorsByPlace().get(place);
  const isWrong = error !== undefined;
  return (
    <div class={isWrong ? 'field wrong' : 'field'}>
      <p class="labelled">
        <label for={id} dir="auto">
          {name}
        </label>
        {isRequired && <span class="mark required">required</span>}
        {value?.isOther && <span class="quiet"> sent as it is, not as text</span>}
      </p>
      <Control field={field} id={id} value={value?.shown ?? ''} isWrong={isWrong} />
      {isWrong && (
        <p class="error" id={`${id}-error`} dir="auto">
          {error}
        </p>
      )}
      {about && (
        <p class="quiet about-field" dir="auto">
          {about}
        </p>
      )}
      <Chips field={field} />
    </div>
  );
}

interface ControlProps extends FieldProps {
  readonly id: string;
  readonly value: string;
  readonly isWrong: boolean;
}

function Control({ field, id, value, isWrong }: ControlProps) {
  const { kind, place, options = [] } = field;
  if (kind === 'file') return <FileInput field={field} id={id} isWrong={isWrong} />;
  const shared = {
    ...described(field, id, isWrong),
    value,
    placeholder: 'left out',
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
    onInput({ currentTarget }: { readonly currentTarget: { readonly value: string } }) {
      const isOut = currentTarget.value === '' && !['text', 'date'].includes(kind);
      const next = isOut ? undefined : currentTarget.value;
      setText(writeField(field, next, stateNow().text, operationNow()));
    },
  } as const;
  if (kind === 'choice') {
    const written = placeOf(locOf(place), readMessage(stateNow().text), '');
    const isJson = written?.notation === 'json';
    const values = options.map((option) => (isJson ? option : plainOf(option)));
    return (
      <select {...shared}>
        <option value="">(left out)</option>
        {value !== '' && !values.includes(value) && <option value={value}>{value}</option>}
        {values.map((option, at) => (
          <option key={option} value={option}>
            {plainOf(options[at] ?? '')}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'json' && place.startsWith('body.'))
    return <textarea {...shared} class="json" rows={Math.min(8, value.split('\n').length)} />;
  if (kind === 'date' && DATE.test(value)) return <input {...shared} type="date" />;
  return <input {...shared} type="text" inputMode={kind === 'number' ? 'decimal' : 'text'} />;
}

/** What is told of a field beside its value. */
function described({ isRequired }: FieldData, id: string, isWrong: boolean) {
  return {
    id,
    'aria-invalid': isWrong,
    'aria-required': isRequired,
    ...(isWrong && { 'aria-describedby': `${id}-error` }),
  };
}

/** A field for files: those that the text of the request names. */
function FileInput({ field, id, isWrong }: Omit<ControlProps, 'value'>) {
  const { text, files } = stateNow();
  const marks = fileMarks(field, text);
  const show = (input: HTMLInputElement | null) => {
    const shown = new DataTransfer();
    for (const mark of marks) {
      const file = files.get(mark);
      if (file) shown.items.add(file);
    }
    if (input) input.files = shown.files;
  };
  return (
    <>
      <input
        {...described(field, id, isWrong)}
        type="file"
        multiple={field.isSeveral === true}
        ref={show}
        onChange={({ currentTarget }) => chooseFiles(field, Array.from(currentTarget.files ?? []))}
      />
      {marks.length === 0 && valueAt(field.place, text) && (
        <p class="quiet">Until you choose one, sample content is sent.</p>
      )}
    </>
  );
}

const DATE = /^(?:\d{4}-\d\d-\d\d)?$/;

function plainOf(option: string): string {
  return option.startsWith('"') ? String(JSON.parse(option)) : option;
}

/** Values that are refused, to put into a field. They are not sent. */
function Chips({ field: { place } }: FieldProps) {
  const { cases, text } = stateNow();
  const { path } = operationNow();
  const values = cases && wrongValues(cases, place, path);
  if (values?.length === 0) return null;
  return (
    <details class="chips">
      <summary>Wrong values</summary>
      <fieldset aria-label="Wrong values">
        {values?.map((value) => (
          <button key={`${value}`} type="button" onClick={() => setText(changed(text, place, value, path))}>
            {chipOf(value)}
          </button>
        ))}
      </fieldset>
    </details>
  );
}

/** The characters of a wrong value that are shown. */
const MAX_CHIP = 24;

function chipOf(value = 'leave out'): string {
  const shown = decoded(value).trim() || 'empty';
  return shown.length > MAX_CHIP ? `${shown.slice(0, MAX_CHIP)}…` : shown;
}

/** What is wrong with the request as a whole, and what a browser can't send. */
function Problems() {
  const places = new Set(stateNow().view === 'form' ? operationNow().fields.map(({ place }) => place) : []);
  const others = [...errorsByPlace()].filter(([place]) => !places.has(place));
  const sentences = obstaclesNow();
  if (others.length === 0 && sentences.length === 0) return null;
  return (
    <ul class="problems">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {others.map(([place, message]) => (
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

function Actions() {
  const { tryRoot, root } = settings;
  const { isSending, chosen, target } = stateNow();
  return (
    <div class="actions">
      <button type="button" class="primary" aria-keyshortcuts="Control+Enter" onClick={() => void sendNow()}>
        Send
      </button>
      <kbd>Ctrl Enter</kbd>
      {isSending && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
      <button type="button" onClick={() => setText(chosen.text)}>
        Reset
      </button>
      {tryRoot !== '' && (
        <Choice
          id="target"
          label="Send to"
          value={target}
          options={Object.entries({ try: tryRoot, service: `${root} (this service)` })}
          choose={(chosen) => update({ target: chosen === 'try' ? 'try' : 'service', answer: undefined })}
        />
      )}
      <span class="labelled">
        <Choice
          id="language"
          label="Copy as"
          options={Object.entries({ curl: 'curl', fetch: 'fetch', python: 'Python', http: 'HTTP' })}
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
function History() {
  const { sent } = stateNow();
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
