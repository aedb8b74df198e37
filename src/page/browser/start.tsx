import { render } from 'preact';
import { defined } from '../../text/guards.ts';
import { openOperation, sendNow, showPanel, titleNow } from './actions.ts';
import type { Operation } from './case.ts';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import { hashOf, readHash } from './message.ts';
import { RequestPanel } from './request-panel.tsx';
import { pressAnywhere, SearchBox } from './search-box.tsx';
import { loadArticle } from './send.ts';
import { find, links, settings } from './settings.ts';
import { type State, showState, update } from './state.ts';

/** Starts the page: shows one endpoint at a time, with the part in which its requests are made. */

const end = document.body.appendChild(document.createElement('div'));
const reference = find('reference');
/** The articles by the names of their endpoints. Only the open one is in the page, so that nothing else is found there. */
const articles = new Map<string, Article>();
let open: Article | undefined;
let turns = 0;

interface Article {
  readonly element: Element;
  /** The section of its tag, unless the article was loaded alone. */
  readonly group: Element | null;
}

/** Takes an article out of the page until it is opened, and what was served in it for those without scripts. */
function keep(name: string, element: Element): Article {
  const article = { element, group: element.closest('.group') };
  element.remove();
  part(article, '.errors-list').replaceChildren();
  articles.set(name, article);
  return article;
}

function part({ element }: Article, selector: string): Element {
  return defined(element.querySelector(selector));
}

function show(state: State): void {
  render(<SearchBox />, find('search'));
  find('list').toggleAttribute('hidden', state.search.words.trim() !== '');
  render(<End announcement={state.announcement} />, end);
  const { operation } = state;
  if (!operation || !open) return;
  document.title = `${titleNow()} – ${operation.summary} – ${settings.title}`;
  render(<RequestPanel />, part(open, '.try'));
  render(<ErrorsPanel />, part(open, '.errors-list'));
}

/** What is not in its place until it is needed, and what is only heard. */
function End({ announcement }: Pick<State, 'announcement'>) {
  return (
    <>
      <CredentialsDialog />
      <p class="unseen" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Opens what the address names; without a name, the first endpoint below the introduction. */
async function follow(hash: string, isChosen: boolean): Promise<void> {
  const link = readHash(hash);
  const name = nameIn(link.id) ?? settings.names[0];
  document.body.classList.toggle('at-start', link.id === '');
  if (name === undefined) return;
  const turn = ++turns;
  const next = articles.get(name) ?? (await loaded(name));
  // Another endpoint may have been chosen meanwhile.
  if (turn !== turns || !next) return;
  const { element, group } = next;
  const isOther = next !== open;
  if (isOther) {
    open?.element.remove();
    open = next;
    group?.append(element);
    reference.replaceChildren(group ?? element);
  }
  const operation: Operation = { name, ...JSON.parse(element.getAttribute('data-operation') ?? '') };
  void openOperation(operation, link.id, link.text);
  for (const [each, link] of links) link.toggleAttribute('aria-current', each === name);
  links.get(name)?.setAttribute('aria-current', 'page');
  // The list is laid out together with the endpoint, not before.
  requestAnimationFrame(() => revealInList(name));
  if (!isChosen) return;
  // A link within the endpoint leads to another request of it.
  if (!isOther && element.contains(document.activeElement)) return showPanel('request');
  foldMenu();
  element.scrollIntoView();
  element.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
}

/** Scrolls the list to an endpoint that is out of sight in it. The place where the Tab key goes on stays. */
function revealInList(name: string): void {
  const index = find('index');
  const { top, bottom } = defined(links.get(name)).getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) index.scrollTop += top - index.clientHeight / 2;
}

/** Loads the article of an endpoint of many. */
async function loaded(name: string): Promise<Article | undefined> {
  const loaded = await loadArticle(settings.docs, name).catch(() => null);
  if (loaded) return keep(name, document.adoptNode(loaded));
  update({ announcement: 'The endpoint can’t be loaded: the service does not answer.' });
  return undefined;
}

/** The endpoint of an id. Names may contain slashes, so it is the longest that matches. */
function nameIn(id: string): string | undefined {
  const fitting = settings.names.filter((name) => id === name || id.startsWith(`${name}/`));
  return fitting.sort((one, other) => other.length - one.length)[0];
}

for (const each of reference.querySelectorAll('article')) keep(String(each.dataset.name), each);
reference.replaceChildren();
for (const [name, link] of links) Object.assign(link, { hash: hashOf(`${name}/`), search: '' });

// The hash names requests, so the link that skips the list must not change it.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  find('main').focus();
});
addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void sendNow();
});
addEventListener('keydown', pressAnywhere);
// By the time of the event, the address may be that of the last request again.
addEventListener('hashchange', ({ newURL }) => void follow(new URL(newURL).hash, true));

/** Folds the list on a narrow screen, where it stands above the endpoint. */
const narrow = matchMedia('(width < 48rem)');
const foldMenu = () => find('menu').toggleAttribute('open', !narrow.matches || location.hash === '');
narrow.addEventListener('change', foldMenu);
foldMenu();
showState(show);
document.body.classList.add('ready');
void follow(location.hash, false);
