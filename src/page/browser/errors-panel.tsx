import {
  chooseCase,
  chooseRequest,
  idOfRequest,
  runInWords,
  sendAll,
  settingsNow,
  stopRun,
} from './actions.ts';
import type { CaseData } from './case.ts';
import { Choice } from './choice.tsx';
import { hashOf } from './message.ts';
import { type State, update } from './state.ts';

/** The limit on the errors in the list; filters find the others. */
const MAX_SHOWN = 300;

/** The requests of an endpoint that are refused, and sending them all. */
export function ErrorsPanel({ state }: { readonly state: State }) {
  return (
    <>
      <Run state={state} />
      <Errors state={state} />
    </>
  );
}

/** The list of requests of an endpoint: the valid one first, then each that is refused, by field. */
function Errors({ state }: { readonly state: State }) {
  const { operation, cases, filter, isUnavailable } = state;
  if (!operation) return null;
  if (isUnavailable) return <p class="error">The errors can’t be loaded: the service does not answer.</p>;
  if (!cases) return <p class="quiet">Loading…</p>;
  if (cases.length === 0) return <p class="quiet">Nothing is refused here.</p>;
  const found = cases.filter((each) => each.kind !== 'accepted' && matches(each, filter));
  const groups = Map.groupBy(found.slice(0, MAX_SHOWN), ({ place }) => place);
  return (
    <>
      <Filters cases={cases} filter={filter} count={found.length} />
      <ul class="cases">
        <li>
          <button
            type="button"
            aria-pressed={state.chosen.id === idOfRequest(operation.name, 0)}
            onClick={() => chooseRequest(0)}
          >
            Valid request
          </button>
        </li>
      </ul>
      {[...groups].map(([place, members]) => (
        <section key={place}>
          <h5 dir="auto">{place === '' ? 'Request' : place}</h5>
          <ul class="cases">
            {members.map((each) => (
              <CaseRow key={each.id} each={each} isChosen={each.id === state.chosen.id} />
            ))}
          </ul>
        </section>
      ))}
      <p class="quiet">{cases.at(-1)?.note}</p>
      {found.length > MAX_SHOWN && (
        <p class="quiet">{found.length - MAX_SHOWN} more: filter the list to see them.</p>
      )}
    </>
  );
}

function CaseRow({ each, isChosen }: { readonly each: CaseData; readonly isChosen: boolean }) {
  const { title, expected } = each;
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={() => chooseCase(each)} dir="auto">
        {title} <span class="quiet">{expected.status}</span>
      </button>
    </li>
  );
}

function kindsOf({ expected }: CaseData): string[] {
  const types = expected.entries?.map(({ type }) => type) ?? [];
  return [...new Set([String(expected.status), ...types])];
}

function matches(each: CaseData, { words, field, kind }: State['filter']): boolean {
  if (field !== '' && each.place !== field) return false;
  if (kind !== '' && !kindsOf(each).includes(kind)) return false;
  const text = `${each.title} ${each.place} ${kindsOf(each).join(' ')}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface FiltersProps {
  readonly cases: readonly CaseData[];
  readonly filter: State['filter'];
  readonly count: number;
}

function Filters({ cases, filter, count }: FiltersProps) {
  const refused = cases.filter(({ kind }) => kind !== 'accepted');
  const change = (next: Partial<State['filter']>) => update({ filter: { ...filter, ...next } });
  const choices = [
    ['field', 'Field', [...new Set(refused.map(({ place }) => place))]],
    ['kind', 'Kind', [...new Set(refused.flatMap(kindsOf))].sort()],
  ] as const;
  return (
    <search class="filters" aria-label="Errors">
      <span class="labelled">
        <label for="filter">Filter</label>
        <input
          id="filter"
          type="search"
          value={filter.words}
          autocomplete="off"
          onInput={({ currentTarget }) => change({ words: currentTarget.value })}
        />
      </span>
      {choices.map(([key, title, options]) => (
        <Choice
          key={key}
          id={`filter-${key}`}
          label={title}
          value={filter[key]}
          options={[['', 'any'], ...options.map((option) => [option, option] as const)]}
          choose={(value) => change({ [key]: value })}
        />
      ))}
      <span role="status" class="quiet">
        {count} {count === 1 ? 'error' : 'errors'}
      </span>
    </search>
  );
}

/**
 * Sends all invalid requests of the endpoint or of all, and lists the replies that differ from what is expected. The button that
 * starts a run also stops it, so that it keeps the focus.
 */
function Run({ state: { run, cases = [], operation } }: { readonly state: State }) {
  const { names } = settingsNow();
  const name = operation?.name ?? '';
  const isRunning = run !== undefined && !run.isOver;
  return (
    <div class="run">
      {!(isRunning && run.isOfAll) && cases.length > 0 && (
        <button key="one" type="button" onClick={() => (isRunning ? stopRun() : void sendAll([name]))}>
          {isRunning ? 'Stop' : 'Send all'}
        </button>
      )}
      {!(isRunning && !run.isOfAll) && names.length > 1 && (
        <button key="every" type="button" onClick={() => (isRunning ? stopRun() : void sendAll(names))}>
          {isRunning ? 'Stop' : 'Send all of every endpoint'}
        </button>
      )}
      {run && (
        <>
          <progress max={Math.max(1, run.total)} value={run.done} aria-label="Progress" />
          <p role="status">{runInWords(run)}</p>
          <ul class="cases">
            {run.differing.slice(0, MAX_SHOWN).map(({ each, difference }) => (
              <li key={each.id} dir="auto">
                <a href={hashOf({ id: each.id, text: undefined })}>
                  {run.isOfAll && <b>{each.operation} </b>}
                  {each.title} <span class="error">{difference}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
