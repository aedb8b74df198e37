import { defined } from '../../text/guards.ts';
import { createSteps, find } from './dom.ts';
import { createList } from './list.ts';
import { readHash } from './message.ts';
import { listed, operationOf, readOperations } from './operations.ts';
import { loadCases, loadCounts } from './send.ts';
import { createWorkbench } from './workbench.ts';

/** Starts the page: links the list to the workbench, where requests are sent and answered. */

const page = find('page', HTMLElement);
const { root = '', cases = '', start: servedStart = '' } = page.dataset;
const operations = readOperations(find('reference', HTMLElement), page.dataset.large !== undefined);
const settings = {
  root: new URL(root, location.href).href.replace(/\/$/, ''),
  cases: new URL(cases, location.href).href,
};
const UNKNOWN = 'The refusals can’t be loaded: the service does not answer.';
const REFRESH_MS = 200;
let isCounting = false;

const workbench = createWorkbench(settings);
const goTo = createSteps();
const list = createList(operations, {
  async opened(operation) {
    const cases = await loadCases(settings.cases, operation.name).catch(() => undefined);
    operation.cases = cases?.map(listed);
    list.note(...(cases ? [] : [UNKNOWN]));
    return cases !== undefined;
  },
  read({ name }) {
    if (document.body.classList.contains('reading')) document.getElementById(`${name}/`)?.scrollIntoView();
  },
  needsAll() {
    if (isCounting) return;
    isCounting = true;
    countAll().catch(() => {
      isCounting = false;
      list.note(UNKNOWN);
    });
  },
});

/** Loads the counts of refusals of all endpoints, and shows the progress. */
async function countAll(): Promise<void> {
  const all = new Map(operations.map((operation) => [operation.name, operation]));
  let known = 0;
  let shown = 0;
  list.note('Counting refusals…');
  await loadCounts(settings.cases, (name, counts) => {
    const operation = all.get(name);
    if (operation) operation.counts = counts;
    known++;
    if (performance.now() - shown < REFRESH_MS) return;
    list.note(`Counting refusals: ${known} of ${operations.length} endpoints…`);
    shown = performance.now();
  });
  for (const operation of operations) operation.counts ??= [];
  list.note();
}

/** Opens the view or case in the address; by default, a refusal with several entries. Its request is sent only if `mayBeSent`. */
async function follow(mayBeSent: boolean): Promise<void> {
  const link = readHash(location.hash);
  const isReference = link.id === 'reference';
  document.body.classList.toggle('reading', isReference);
  markView(isReference);
  if (isReference) return list.show('', false);
  const id = link.id || defaultId();
  const operation = operationOf(id, operations);
  list.show(id, link.id !== '');
  if (link.id !== '') goTo('request', mayBeSent);
  await workbench.open(operation, { ...link, id }, mayBeSent);
}

/** Inserts the address of the service into the command lines: the browser knows it, the service may not. */
function nameService(): void {
  const start = `'${settings.root.replaceAll("'", '%27')}`;
  for (const line of document.querySelectorAll('.cases pre:first-of-type'))
    line.textContent = line.textContent.replace(servedStart, () => start);
  document.querySelector('.hint')?.replaceChildren('Open a refusal to see a command line and its reply.');
}

/** Marks the link of the open view at the top. */
function markView(isReference: boolean): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.bar a')) {
    if (link.pathname !== location.pathname) continue;
    if ((link.hash === '#reference') === isReference) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function defaultId(): string {
  const all = operations.flatMap(({ cases = [] }) => cases);
  const [first] = [
    all.find(({ id }) => id.endsWith('/several')),
    all.find(({ types }) => types.length > 0),
    ...all,
  ];
  if (first) return first.id;
  const [owner] = operations.toSorted(
    (one, other) => Number(other.method === 'POST') - Number(one.method === 'POST'),
  );
  return `${defined(owner).name}/body/several`;
}

// The hash identifies requests, so the link that skips the list must not change it.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  find('main', HTMLElement).focus();
});

// Links in the contents scroll within the reference, instead of opening a request.
for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents a'))
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const goal = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    goal?.scrollIntoView();
    goal?.querySelector('a')?.focus({ preventScroll: true });
  });

let wasChosen = false;
document.addEventListener('click', ({ target }) => {
  wasChosen = target instanceof Element && target.closest('a[href^="#"]') !== null;
});
addEventListener('hashchange', () => {
  void follow(wasChosen);
  wasChosen = false;
});
if (/Mac|iP(?:hone|ad)/.test(navigator.userAgent))
  find('send', HTMLElement).lastElementChild?.replaceChildren('⌘ Enter');
void follow(false);
document.body.classList.add('ready');
nameService();
