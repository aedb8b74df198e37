import { rememberLast } from '../../text/memo.ts';
import type { SearchLine } from './case.ts';
import { load } from './send.ts';
import { settings } from './settings.ts';
import { type Search, stateNow, update } from './state.ts';

/** The limit on results that are listed. */
const MAX_SHOWN = 50;
/** What a word counts, by where it is found: the parts of a line, in their order. */
const WEIGHTS = [30, 60, 40, 5, 20, 20] as const;
const START_BONUS = 40;
/** Where a path may break. */
const AFTER_SLASH = /(?<=\/)/;
const INPUT = 'search-words';

/** Loads what is searched, once. */
async function loadLines(): Promise<void> {
  if (stateNow().search.lines) return;
  const lines = await load<readonly SearchLine[]>(`${settings.docs}?view=search`).catch(() => []);
  update({ search: { ...stateNow().search, lines } });
}

function search(words: string): void {
  update({ search: { ...stateNow().search, words, at: 0 } });
}

/** The results of the words that are searched for; undefined until they are known. */
const foundOf = rememberLast(({ words, lines }: Search) => lines && ranked(lines, words));

function go(line: SearchLine | undefined): void {
  if (!line) return;
  const [address] = line;
  if (location.hash === address) dispatchEvent(new HashChangeEvent('hashchange', { newURL: location.href }));
  else location.href = address;
  search('');
}

function press(event: KeyboardEvent): void {
  const { key } = event;
  const { at } = stateNow().search;
  const found = foundOf(stateNow().search) ?? [];
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step !== undefined && found.length > 0) {
    event.preventDefault();
    const count = Math.min(found.length, MAX_SHOWN);
    const next = (at + step + count) % count;
    update({ search: { ...stateNow().search, at: next } });
    document.getElementById(`result-${next}`)?.scrollIntoView({ block: 'nearest' });
  } else if (key === 'Enter') go(found[at]);
  else if (key === 'Escape') search('');
}

/** Goes to the search by `/` or Ctrl K, wherever the focus is. */
export function pressAnywhere(event: KeyboardEvent): void {
  const isSlash = event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey;
  const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  const input = document.getElementById(INPUT);
  if (!(isSlash || isK) || !(input instanceof HTMLInputElement)) return;
  event.preventDefault();
  input.focus();
  input.select();
}

/** A search through all endpoints, webhooks and models. It takes the place of the list while there are words in it. */
export function SearchBox() {
  const { words, lines, at } = stateNow().search;
  const found = foundOf(stateNow().search) ?? [];
  const isSearching = words.trim() !== '';
  const others = lines?.find(([address]) => address === '')?.[1] ?? '';
  return (
    <search class="search">
      <label for={INPUT} class="unseen">
        Search
      </label>
      <input
        id={INPUT}
        type="text"
        role="combobox"
        placeholder="Search (/ or Ctrl K)"
        autocomplete="off"
        aria-expanded={found.length > 0}
        aria-controls="results"
        aria-autocomplete="list"
        {...(found.length > 0 && { 'aria-activedescendant': `result-${at}` })}
        value={words}
        onFocus={() => void loadLines()}
        onInput={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={press}
      />
      <p role="status" class={isSearching ? 'quiet' : 'unseen'}>
        {isSearching &&
          (lines ? `${found.length} ${found.length === 1 ? 'result' : 'results'}${others}` : 'Searching…')}
      </p>
      <div
        id="results"
        class="results"
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
        hidden={found.length === 0}
      >
        {found.slice(0, MAX_SHOWN).map((line, index) => (
          <button
            key={`${line[0]} ${line[2]}`}
            type="button"
            id={`result-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onClick={() => go(line)}
            dir="auto"
          >
            {line[1]}{' '}
            <span class="route">{line[2].split(AFTER_SLASH).flatMap((part) => [part, <wbr />])}</span>
          </button>
        ))}
      </div>
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

/** The lines that have every word, the best first. */
function ranked(lines: readonly SearchLine[], words: string): SearchLine[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const scored = lines.map((line) => ({ line, score: scoreOf(line, wanted) }));
  const found = scored.filter(({ score }) => score > 0);
  return found.sort((one, other) => other.score - one.score).map(({ line }) => line);
}

function scoreOf(line: SearchLine, wanted: readonly string[]): number {
  const parts = line.map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of wanted) {
    const best = Math.max(...parts.map((part, at) => (part.includes(word) ? weightOf(part, word, at) : 0)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function weightOf(part: string, word: string, at: number): number {
  const isStart = ` ${part}`.includes(` ${word}`);
  return (WEIGHTS[at] ?? 0) + (part.startsWith(word) ? START_BONUS : 0) + (isStart ? 10 : 0);
}
