import type { Case } from '../cases/case.ts';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { type AnySuccess, JSON_TYPE, mediaTypeOf, successesOf } from '../contract/success.ts';
import type { AnyField } from '../fields/field.ts';
import { meanings, phraseOf } from '../http/statuses.ts';
import { DEFAULT_TAG, tagsOf } from '../openapi/document.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import type { Addresses } from './addresses.ts';
import { caseItem, originHint, startOfAddress } from './cases.ts';
import { contents, Html, html, layout } from './html.ts';
import { type FieldLine, inWords, replyLines, requestLines } from './schema-words.ts';

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
  const { root, origin, docs = '', cases: source } = addresses;
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
    isWorkbench: source !== undefined,
    content: html`<div class="columns" id="page" data-root="${root}" data-start="${startOfAddress(origin)}" data-docs="${docs}" data-cases="${source ?? ''}"${new Html(cases ? '' : ' data-large')}>
<nav class="index" id="index" aria-label="Endpoints and refusals">
${source === undefined ? [] : indexTools}
<div class="list" id="list">
${links}
</div>
</nav>
<main id="main" tabindex="-1">
${source === undefined ? [] : workbench}
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
${source === undefined ? [] : steps}`,
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

/** The empty panels of the request and its answer, which the page's script fills. */
const workbench: Html = html`<div class="workbench" id="workbench">
<section class="panel" id="request" aria-labelledby="request-title">
<div class="about">
<p class="operation" id="operation"></p>
<h2 id="request-title" tabindex="-1">Request</h2>
<p class="summary" id="summary"></p>
</div>
<div class="editor">
<pre id="painted" aria-hidden="true"></pre>
<textarea id="text" aria-label="The request, whole: a line with method and path, headers, an empty line, the body" aria-describedby="notes" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="soft"></textarea>
</div>
<div class="notes" id="notes"></div>
<div class="changes" id="changes"></div>
<div class="actions">
<button type="button" class="primary" id="send">Send <kbd>Ctrl Enter</kbd></button>
<button type="button" id="reset" disabled>Undo</button>
<span class="copying">
<label for="language">Copy as</label>
<select id="language"><option value="curl">curl</option><option value="fetch">fetch</option><option value="python">Python</option><option value="http">HTTP</option></select>
<button type="button" id="copy">Copy</button>
<button type="button" id="copy-link">Copy link</button>
</span>
</div>
</section>
<section class="panel" id="answer" aria-labelledby="answer-title">
<h2 id="answer-title" tabindex="-1">Reply</h2>
<div id="answer-content"></div>
</section>
<p class="unseen" id="announcement" role="status"></p>
</div>`;

/** The controls above the list of endpoints: its search and its order. */
const indexTools: Html = html`<div class="tools">
<input type="search" id="search" placeholder="Search" aria-label="Search endpoints and refusals" autocomplete="off" spellcheck="false">
<div class="switch" role="group" aria-label="List by">
<button type="button" data-order="endpoint" aria-pressed="true">Endpoint</button>
<button type="button" data-order="status" aria-pressed="false">Status</button>
<button type="button" data-order="type" aria-pressed="false">Type</button>
</div>
</div>`;

/** The navigation between the panels in a narrow window, which shows one at a time. */
const steps: Html = html`<nav class="steps" aria-label="Steps">
<button type="button" data-step="choose" aria-pressed="true">Choose</button>
<button type="button" data-step="request" aria-pressed="false">Request</button>
<button type="button" data-step="answer" aria-pressed="false">Reply <span id="step-status"></span></button>
</nav>`;

/** The full description of an endpoint, with the requests that it refuses. */
function endpointArticle(entry: Entry, cases: readonly Case[], origin: string | undefined): Html {
  const { name, endpoint } = entry;
  const refused = cases.filter(({ kind }) => kind !== 'accepted');
  const accepted = cases.filter(({ kind }) => kind === 'accepted');
  return html`<article id="${name}/" ${marksOf(endpoint)}>
${heading(entry)}
${section('What it takes', fieldTable(requestLines(endpoint)))}
${section('What it replies', answers(endpoint, refused))}
${refused.length === 0 ? [] : section('What it refuses', caseList(refused, origin))}
${accepted.length === 0 ? [] : section('What it accepts', caseList(accepted, origin))}
</article>`;
}

/** The short description of an endpoint, for a list of many. */
function shortArticle(entry: Entry, address: string): Html {
  return html`<article id="${entry.name}/" ${marksOf(entry.endpoint)}>
${heading(entry)}
<p><a href="${address}?operation=${encodeURIComponent(entry.name)}">What it takes, replies and refuses</a></p>
</article>`;
}

/** The attributes of an endpoint that the page's script reads. */
function marksOf({ method, path, credential }: Endpoint): Html {
  const secret = credential === undefined ? '' : `${credential.in} ${credential.name}`;
  return html`data-method="${method}" data-path="${path}" data-credential="${secret}"`;
}

function heading(entry: Entry): Html {
  const { method, path, summary, description = summary } = entry.endpoint;
  return html`<h3><a href="#${entry.name}/"><code>${method} ${path}</code></a></h3>
<p class="summary">${description}</p>
${twinNote(entry)}`;
}

/** Warns of an endpoint whose path differs only by a trailing slash, and is easily confused. */
function twinNote({ twin }: Entry): Html[] {
  if (!twin) return [];
  const [name, { method, path }] = twin;
  return [
    html`<p class="twin">The slash at the end counts: <a href="#${name}/"><code>${method} ${path}</code></a> is another endpoint, with refusals of its own.</p>`,
  ];
}

function section(title: string, content: Html): Html {
  return html`<h4>${title}</h4>
${content}`;
}

function fieldTable(lines: readonly FieldLine[]): Html {
  if (lines.length === 0) return html`<p>Nothing.</p>`;
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Value</th><th scope="col">Required</th></tr></thead>
<tbody>
${lines.map(
  ({ part, name, words, presence }) =>
    html`<tr><th scope="row"><code>${name === '' ? part : name}</code></th><td>${part}</td><td>${words}</td><td>${presence}</td></tr>`,
)}
</tbody>
</table>`;
}

function answers(endpoint: Endpoint, refused: readonly Case[]): Html {
  const declared = Object.keys(endpoint.refusals ?? {}).map(Number);
  const shown = refused.map(({ expected }) => expected.status);
  const statusesOfAll = [...new Set([...declared, ...shown])].sort((one, other) => one - other);
  return html`<dl>
${successesOf(endpoint).map(accepted)}
${statusesOfAll.map((status) => html`<dt>${status} ${phraseOf(status)}</dt><dd>${meaningOf(status)}</dd>`)}
</dl>`;
}

function meaningOf(status: number): string {
  return meanings[status] ?? '';
}

function accepted({ status, ...reply }: AnySuccess): Html {
  return html`<dt>${status} ${phraseOf(status)}</dt>
<dd>${meaningOf(status)} ${reply.body === undefined ? [] : replyTable(reply.body, mediaTypeOf({ status, ...reply }))}</dd>`;
}

function replyTable(body: AnyField | 'bytes', mediaType: string): Html {
  if (body === 'bytes' || mediaType !== JSON_TYPE) return html`The body is <code>${mediaType}</code>.`;
  const lines = replyLines(body.describe('output'));
  const [only] = lines;
  if (!only || only.name === '') return html`The body is ${only?.words ?? inWords({})}.`;
  return html`<ul>
${lines.map(({ name, words }) => html`<li><code>${name}</code> ${words}</li>`)}
</ul>`;
}

/** A list of cases, as lines that expand. */
function caseList(cases: readonly Case[], origin: string | undefined): Html {
  return html`<ul class="cases">
${cases.map((each) => caseItem(each, origin))}
</ul>`;
}

/** One endpoint of a contract, with its name. */
export interface Entry {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly contract: Contract;
  /** The endpoint whose path differs only by a trailing slash, preferably with the same method. */
  readonly twin: Named | undefined;
}

type Named = readonly [name: string, endpoint: Endpoint];

/** The endpoints of a contract, followed by its pages. */
export function entriesOf(contract: Contract): Entry[] {
  const all = Object.entries({ ...contract.endpoints, ...contract.pages });
  const byPath = new Map<string, Named[]>();
  for (const named of all) ensure(byPath, named[1].path, () => []).push(named);
  return all.map(([name, endpoint]) => {
    const { method, path } = endpoint;
    const twins = byPath.get(path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
    const twin = twins?.find(([, each]) => each.method === method) ?? twins?.[0];
    return { name, endpoint, contract, twin };
  });
}
