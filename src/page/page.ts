import type { CaseStep } from '../cases/cases.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import { DEFAULT_TAG } from '../openapi/document.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import { type Addresses, MODELS } from './addresses.ts';
import { caseItem, originHint } from './cases.ts';
import { type Description, textIn } from './description.ts';
import { type Entry, entriesOf } from './endpoints.ts';
import { columns, type Html, html, layout, linkList, PageBudget } from './html.ts';
import { firstSentence, inlineMarkdown, markdown, textBlock } from './markdown.ts';
import {
  aboutScheme,
  deprecatedMark,
  endpointArticle,
  externalDocs,
  route,
  servers,
  webhookArticle,
  webhookRoute,
  webhookTitle,
} from './reference.ts';
import { SchemaTree } from './schema-tree.ts';

/** What every page of the documentation is made of. */
export interface PageParts {
  readonly contract: Contract;
  readonly description: Description;
  readonly addresses: Addresses;
  /** Writes what the page's script needs to make requests of an endpoint. */
  readonly dataOf: (entry: Entry) => Steps<string>;
  /** The origin of a service to which requests may go instead. */
  readonly tryOrigin?: string | undefined;
}

/**
 * The page at `/docs`: the list of endpoints and their reference. The script adds the part in which requests are made. A contract
 * with many endpoints has a page for each; this one then has only the list.
 */
export function* page(parts: PageParts, isLarge: boolean): Steps<string> {
  const { contract, description, addresses } = parts;
  const { root, docs, cases } = addresses;
  const budget = new PageBudget();
  const introduction = yield* intro(parts, budget);
  const tagged = yield* taggedEntries(parts);
  const lists: Html[] = [];
  for (const { tag, entries } of tagged) {
    const list = (entry: Entry) => {
      const { name, endpoint } = entry;
      const address = isLarge ? `${docs}?operation=${encodeURIComponent(name)}` : `#${name}/`;
      const isNamed = endpoint.summary !== `${endpoint.method} ${endpoint.path}`;
      const summary = isNamed && inlineMarkdown(endpoint.summary);
      return listed(
        address,
        summary,
        html`${route(entry)}${deprecatedMark(description.operation(endpoint))}`,
        name,
      );
    };
    lists.push(linkList(tag, yield* budget.each(entries, list, 'li')));
  }
  lists.push(...(yield* webhooksAndModels(parts, budget)));
  const groups: Html[] = [];
  for (const { tag, entries } of isLarge ? [] : tagged) {
    const about = description.tag(tag);
    const articles = yield* budget.each(entries, (entry) =>
      articleOf(entry, parts, errorsLink(entry, addresses), budget),
    );
    groups.push(html`<section class="group">
<h2 class="tag" dir="auto">${tag}</h2>
${textBlock(textIn(about, 'description'), 3)}
${externalDocs(about)}
${articles}
</section>`);
    yield;
  }
  const content = html`${introduction}
${isLarge && html`<h2 class="tag">Endpoint</h2>`}
<div id="reference">
${groups}
</div>`;
  // Each copies megabytes.
  yield;
  return layout({
    contract,
    title: contract.title,
    current: 'docs',
    addresses,
    isWorkbench: cases !== '',
    content: html`<div class="columns" id="page" data-root="${root}" data-docs="${docs}" data-cases="${cases}" data-try="${parts.tryOrigin ?? ''}">
${columns('Endpoints', html`${lists}`, content, html`<div id="search"></div>`)}
</div>`,
  });
}

/** The endpoints under their tags, both in the order of the document. */
function* taggedEntries({ contract, description }: PageParts) {
  const byTag = new Map<string, Entry[]>();
  for (const entry of yield* description.inOrder(entriesOf(contract)))
    ensure(byTag, entry.endpoint.tag ?? DEFAULT_TAG, () => []).push(entry);
  const named = description.list(description.document.tags).map(({ name }) => String(name));
  const tags = new Set([...named.filter((name) => byTag.has(name)), ...byTag.keys()]);
  return Array.from(tags, (tag) => ({ tag, entries: defined(byTag.get(tag)) }));
}

/** The page of one endpoint, with all errors of which it is known how to provoke them. */
export function* endpointPage(entry: Entry, parts: PageParts, steps: Iterable<CaseStep>): Steps<string> {
  const cases: Html[] = [];
  for (const each of steps) {
    yield;
    if (!each) continue;
    cases.push(caseItem(each, parts.addresses.docs));
    if (each.note) cases.push(html`<li>${each.note}</li>`);
  }
  const errors = html`<p class="quiet">Open an error to see a command line and its reply.${originHint}</p>
<ul class="cases">
${cases}
</ul>`;
  return plainPage(entry.endpoint.summary, yield* articleOf(entry, parts, errors), parts);
}

/** A page with one article, and no script. */
function plainPage(title: string, article: Html, { contract, addresses }: PageParts): string {
  return layout({
    contract,
    title: `${title} – ${contract.title}`,
    current: 'docs',
    addresses,
    isWorkbench: false,
    content: html`<main id="main" tabindex="-1">
<div id="reference">
<h2 class="tag"><a href="${addresses.docs}">All endpoints</a></h2>
${article}
</div>
</main>`,
  });
}

/** The page of all models, in the order of the document. */
export function* modelsPage(parts: PageParts): Steps<string> {
  const { addresses, description } = parts;
  const show = ([name, schema]: [string, unknown]) => {
    const about = textIn(description.read(schema), 'description');
    return html`<li><a href="${addresses.docs}?model=${encodeURIComponent(name)}"><b dir="auto">${name}</b>${about !== undefined && html` <span class="quiet" dir="auto">${firstSentence(about)}</span>`}</a></li>`;
  };
  const links = yield* new PageBudget().each(Object.entries(description.models), show, 'li');
  const article = html`<article>
<h3>Models</h3>
<ul class="cases">
${links}
</ul>
</article>`;
  return plainPage('Models', article, parts);
}

/** The page of a model: a schema with a name, which several places use. */
export function* modelPage(name: string, parts: PageParts): Steps<string> {
  const { addresses, description } = parts;
  const tree = new SchemaTree(description, addresses.docs);
  const article = html`<article>
<h3 dir="auto">${name}</h3>
${yield* tree.whole(description.models[name])}
<p><a href="${modelsAddress(addresses)}">All models</a></p>
</article>`;
  return plainPage(name, article, parts);
}

/** The page of a webhook: a request that the service sends. */
export function* webhookPage(name: string, parts: PageParts): Steps<string> {
  return plainPage(name, yield* webhookArticle(name, { ...parts, budget: new PageBudget() }), parts);
}

function* articleOf(
  entry: Entry,
  { description, addresses, dataOf }: PageParts,
  errors: Html | false,
  budget = new PageBudget(),
): Steps<Html> {
  const data = yield* dataOf(entry);
  return yield* endpointArticle({ entry, description, addresses, budget, data, errors });
}

function errorsLink({ name }: Entry, { docs, cases }: Addresses): Html | false {
  return (
    cases !== '' &&
    html`<p><a href="${docs}?operation=${encodeURIComponent(name)}">Every invalid request, with the reply to it</a></p>`
  );
}

/** An entry of the list: by what people call it, then by method and path. Endpoints have names. */
function listed(address: string, summary: Html | false, way: Html, name?: string): Html {
  const named = name !== undefined && html` data-name="${name}"`;
  return html`<li><a href="${address}"${named}>${summary && html`<span class="summary" dir="auto">${summary}</span> `}<span class="route">${way}</span></a></li>`;
}

/** The webhooks in the list, of which each has a page of its own, and the link to the models. */
function* webhooksAndModels({ description, addresses }: PageParts, budget: PageBudget): Steps<Html[]> {
  const list = ([name, item]: [string, unknown]) => {
    const address = `${addresses.docs}?webhook=${encodeURIComponent(name)}`;
    return html`${description.operations(item).map(([method, operation]) => listed(address, webhookTitle(name, operation), webhookRoute(name, method, operation)))}`;
  };
  const all = yield* budget.each(Object.entries(description.webhooks), list, 'li');
  const webhooks = all.filter(({ markup }) => markup);
  const { length } = Object.keys(description.models);
  const models = length > 0 ? [listed(modelsAddress(addresses), html`All models`, html`${length}`)] : [];
  return [linkList('Webhooks', webhooks), linkList('Models', models)];
}

function modelsAddress({ docs }: Addresses): string {
  return `${docs}?view=${MODELS}`;
}

/** What the document says about the API as a whole. */
function* intro({ description, contract }: PageParts, budget: PageBudget): Steps<Html> {
  const { document } = description;
  const info = description.record(document, 'info');
  return html`<section class="intro" id="intro" aria-label="About this API">
${textBlock(textIn(info, 'summary'), 2)}
${textBlock(textIn(info, 'description') ?? contract.description, 2)}
${externalDocs(document)}
<dl class="facts">
${people(description.record(info, 'contact'), 'Contact')}
${people(description.record(info, 'license'), 'Licence')}
${people({ url: info.termsOfService }, 'Terms of service')}
${yield* servers((contract.document ?? document).servers, { description, budget })}
${yield* budget.each(Object.entries(description.schemes), aboutScheme, 'div')}
</dl>
</section>`;
}

/** The contact, the licence or the terms of an API, by name or address. */
function people(found: JsonSchema, title: string): Html | undefined {
  const { identifier, name = identifier, url, email } = found;
  const ways = [
    [url, url],
    [email, `mailto:${email}`],
  ];
  const links = ways
    .filter(([text]) => typeof text === 'string')
    .map(([text, address], at) => `[${at === 0 ? (name ?? text) : text}](<${address}>)`);
  const shown = links.join(', ') || name;
  if (typeof shown !== 'string') return undefined;
  return html`<div><dt>${title}</dt> <dd>${markdown(shown)}</dd></div>`;
}
