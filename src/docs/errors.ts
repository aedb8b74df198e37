import type { Contract } from '../contract/endpoint.ts';
import type { ExampleRequest } from '../contract/example.ts';
import type { PageFile } from '../http/file.ts';
import type { Inject } from '../http/inject.ts';
import { statusId } from '../http/problem.ts';
import { type Status, statuses } from '../http/statuses.ts';
import { curlOf } from '../refusals/curl.ts';
import { type Case, refusals } from '../refusals/examples.ts';
import { type Finding, probe } from '../refusals/probe.ts';
import { type Html, html } from './html.ts';
import { indent } from './indent.ts';
import { layout } from './layout.ts';
import { ORIGIN } from './page.ts';

/** What the page is made of. */
export interface Reference {
  readonly contract: Contract;
  readonly files: readonly PageFile[];
  /** What is said, by status, where there is no endpoint to say it. */
  readonly details: Readonly<Record<number, string>>;
  readonly inject: Inject;
}

/** The page at `/docs/errors`: every status and every type of an entry, with answers that the service gave. */
export function errorPage({ contract, files, details, inject }: Reference): string {
  return layout({
    contract,
    title: `${contract.title}: errors`,
    introduction:
      'Everything that the service refuses, by status and by type, with answers that it really gives.',
    root: '..',
    files: files.filter(({ kind }) => kind === 'style'),
    content: html`${statusSection(refusals(contract, inject), details)}
${typeSection(probe(contract, inject))}`,
  });
}

function statusSection(all: readonly Case[], details: Reference['details']): Html {
  const errors = Object.entries(statuses).filter(([status]) => Number(status) >= 400);
  return html`<section aria-labelledby="statuses">
<h2 id="statuses">Statuses</h2>
<p>Every error is JSON with one property, <code>detail</code>: a sentence, an object, or, where a declared field is missing
or invalid, a list of entries.</p>
${errors.map(([status, told]) => statusEntry(Number(status), told, all, details[Number(status)]))}
</section>`;
}

function statusEntry(status: number, { name, meaning }: Status, all: readonly Case[], detail?: string): Html {
  const own = all.filter((each) => each.status === status);
  return html`<article class="assay-entry" id="${statusId(status)}">
<h3><span class="assay-method">${status}</span> ${name}</h3>
<p>${meaning}</p>
${detail === undefined ? [] : answer(JSON.stringify({ detail }))}
${own.map(({ title, request, body }) => example(title, request, body))}
</article>`;
}

function typeSection(findings: readonly Finding[]): Html {
  return html`<section aria-labelledby="types">
<h2 id="types">Types of entries</h2>
<p>An entry of the list that a 422 has for its <code>detail</code> has exactly <code>type</code>, <code>loc</code>,
<code>msg</code> and <code>input</code>. These are the types that this service answers, and what follows the label in <code>msg</code>.</p>
${findings.map(typeEntry)}
</section>`;
}

function typeEntry(finding: Finding): Html {
  const { type, reasons, request, body } = finding;
  return html`<article class="assay-entry" id="type-${type}">
<h3><code>${type}</code></h3>
<p>Answered to ${places(finding)}.</p>
<ul>
${[...reasons].map((reason) => html`<li>${reason}</li>`)}
</ul>
${example('An answer', request, body)}
</article>`;
}

function places({ places }: Finding): Html[] {
  return [...places].map((place) => html`<code>${place}</code>`);
}

function example(title: string, request: ExampleRequest, body: string): Html {
  return html`<details>
<summary>${title}</summary>
<pre class="assay-code">${curlOf(ORIGIN, request)}</pre>
${answer(body)}
</details>`;
}

function answer(body: string): Html {
  return html`<pre class="assay-code">${indent(body)}</pre>`;
}
