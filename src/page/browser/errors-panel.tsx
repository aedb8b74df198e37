import type { ComponentChildren } from 'preact';
import { choose, chooseCase, runInWords, sendAll, stopRun } from './actions.ts';
import type { CaseData } from './case.ts';
import { Choice } from './choice.tsx';
import { hashOf } from './message.ts';
import { settings } from './settings.ts';
import { operationNow, type State, stateNow, update } from './state.ts';

/** The limit on the errors in the list; filters find the others. */
const MAX_SHOWN = 300;

/** The requests of an endpoint that are refused, and sending them all. */
export function ErrorsPanel() {
  return (
    <>
      <Run />
      <Errors />
    </>
  );
}

/** The list of requests of an endpoint: the valid one first, then each that is refused, by field. */
function Errors() {
  const { cases, filter, isUnavailable, chosen } = stateNow();
  if (isUnavailable) return <p class="error">The errors can’t be loaded: the service does not answer.</p>;
  if (!cases) return <p class="quiet">Loading…</p>;
  if (cases.length === 0) return <p class="quiet">Nothing is refused here.</p>;
  const refused = cases.filter(({ kind }) => kind !== 'accepted');
  const found = refused.filter((each) => matches(each, filter));
  const groups = Map.groupBy(found.slice(0, MAX_SHOWN), ({ place }) => place);
  return (
    <>
      <Filters refused={refused} count={found.length} />
      <ul class="cases">
        <Row isChosen={chosen.id === `${operationNow().name}/`} choose={() => choose('')}>
          Valid request
        </Row>
      </ul>
      {[...groups].map(([place, members]) => (
        <section key={place}>
          <h5 dir="auto">{place === '' ? 'Request' : place}</h5>
          <ul class="cases">
            {members.map((each) => (
              <Row key={each.id} isChosen={each.id === chosen.id} choose={() => chooseCase(each.id)}>
                {each.title} <span class="quiet">{each.expected.status}</span>
              </Row>
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

interface RowProps {
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly children: ComponentChildren;
}

function Row({ isChosen, choose, children }: RowProps) {
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={choose}>
        {children}
      </button>
    </li>
  );
}

/** The status and the types of a case's errors; in a format without types, the type of its mistake. */
function kindsOf({ type, expected }: CaseData): string[] {
  const types = expected.entries?.map((each) => each.type) ?? [type];
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
  readonly refused: readonly CaseData[];
  readonly count: number;
}

function Filters({ refused, count }: FiltersProps) {
  const { filter } = stateNow();
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
function Run() {
  const { run, cases = [] } = stateNow();
  const { names } = settings;
  const isRunning = run !== undefined && !run.isOver;
  const choices = [
    { label: 'Send all', ofAll: false, chosen: [operationNow().name], isPossible: cases.length > 0 },
    { label: 'Send all of every endpoint', ofAll: true, chosen: names, isPossible: names.length > 1 },
  ].filter(({ ofAll, isPossible }) => (isRunning ? run.isOfAll === ofAll : isPossible));
  return (
    <div class="run">
      {choices.map(({ label, chosen }) => (
        <button key={label} type="button" onClick={() => (isRunning ? stopRun() : void sendAll(chosen))}>
          {isRunning ? 'Stop' : label}
        </button>
      ))}
      {run && (
        <>
          <progress max={Math.max(1, run.total)} value={run.done} aria-label="Progress" />
          <p role="status">{runInWords(run)}</p>
          <ul class="cases">
            {run.differing.slice(0, MAX_SHOWN).map(({ each, difference }) => (
              <li key={each.id}>
                <a href={hashOf(each.id)}>
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
