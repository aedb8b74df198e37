import type { Case } from '../cases/case.ts';
import type { Contract } from '../contract/endpoint.ts';
import { DEFAULT_TAG, tagsOf } from '../openapi/document.ts';
import { defined } from '../text/guards.ts';
import type { Addresses } from './addresses.ts';
import { originHint, startOfAddress } from './case-item.ts';
import { contents } from './contents.ts';
import { type Entry, entriesOf } from './entry.ts';
import { Html, html } from './html.ts';
import { layout } from './layout.ts';
import { caseList, endpointArticle, shortArticle } from './reference.ts';
import { indexTools, steps, workbench } from './workbench.ts';

/** The parts of the page at `/docs`. */
interface PageParts {
  readonly contract: Contract;
  readonly addresses: Addresses;
  /** All cases; undefined if there are too many for one page. */
  readonly cases: readonly Case[] | undefined;
}

/**
 * The page at `/docs`: the list of endpoints and the reference, which work without scripts, and the workbench, in which the
 * script shows one request and its answer.
 */
export function page(parts: PageParts): string {
  const { contract, addresses, cases } = parts;
  const { root, origin, docs = '', refusals } = addresses;
  const entries = entriesOf(contract);
  const links = html`${tagsOf(contract).map(
    (tag) => html`<h2 class="tag">${tag}</h2>
${membersOf(tag, entries).map(linkTo)}`,
  )}`;
  return layout({
    contract,
    title: contract.title,
    current: 'docs',
    addresses,
    isWorkbench: refusals !== undefined,
    content: html`<div class="columns" id="page" data-root="${root}" data-start="${startOfAddress(origin)}" data-docs="${docs}" data-refusals="${refusals ?? ''}"${new Html(cases ? '' : ' data-large')}>
<nav class="index" id="index" aria-label="Endpoints and refusals">
${refusals === undefined ? [] : indexTools}
<div class="list" id="list">
${links}
</div>
</nav>
<main id="main" tabindex="-1">
${refusals === undefined ? [] : workbench}
<div class="reference" id="reference">
<h2>Reference</h2>
${cases ? contents(links) : []}
${hint(cases, origin)}
${tagsOf(contract).map(
  (tag) => html`<h3 class="tag">${tag}</h3>
${membersOf(tag, entries).map((entry) => article(entry, parts))}`,
)}
${general(cases, origin)}
</div>
</main>
</div>
${refusals === undefined ? [] : steps}`,
  });
}

/** The page of one endpoint, for contracts with too many endpoints for one page. */
export function endpointPage(entry: Entry, cases: readonly Case[], addresses: Addresses): string {
  return layout({
    contract: entry.contract,
    title: `${entry.endpoint.method} ${entry.endpoint.path}`,
    current: 'docs',
    addresses,
    isWorkbench: false,
    content: html`<main id="main" tabindex="-1">
<div class="reference" id="reference">
<h2>${entry.contract.title}</h2>
${hint(cases, addresses.origin)}
${endpointArticle(entry, cases, addresses.origin)}
</div>
</main>`,
  });
}

function membersOf(tag: string, entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ endpoint }) => (endpoint.tag ?? DEFAULT_TAG) === tag);
}

function linkTo({ name, endpoint }: Entry): Html {
  return html`<a href="#${name}/"><b>${endpoint.method}</b> ${endpoint.path}</a>`;
}

function article(entry: Entry, { cases, addresses }: PageParts): Html {
  const { name } = entry;
  if (cases)
    return endpointArticle(
      entry,
      cases.filter(({ operation }) => operation === name),
      addresses.origin,
    );
  return shortArticle(entry, defined(addresses.docs));
}

function hint(cases: readonly Case[] | undefined, origin: string | undefined): Html[] {
  if (!cases) return [];
  return [html`<p class="hint">Open a refusal to see a command line and its reply.${originHint(origin)}</p>`];
}

function general(cases: readonly Case[] | undefined, origin: string | undefined): Html {
  const own = cases?.filter(({ operation }) => operation === undefined);
  return html`<article id="/" data-method="" data-path="Any request" data-credential="">
<h3>Any request</h3>
<p class="summary">What is refused before an endpoint is chosen.</p>
${own ? caseList(own, origin) : []}
</article>`;
}
