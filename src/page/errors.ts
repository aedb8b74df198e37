import type { Case } from '../cases/case.ts';
import type { Contract, ValidationError } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import { meanings, phraseOf } from '../http/phrases.ts';
import { statusId } from '../http/problem.ts';
import { ensure } from '../text/memo.ts';
import type { Addresses } from './addresses.ts';
import { caseItem, originHint } from './cases.ts';
import { type Html, html, layout } from './html.ts';

/** The parts of the page of errors. */
interface ErrorParts {
  readonly contract: Contract;
  readonly addresses: Addresses;
  /** All cases; undefined if there are too many for one page. */
  readonly cases: readonly Case[] | undefined;
  readonly errors: ErrorFormat;
  /** Details by status, for errors that no endpoint makes. */
  readonly details: Readonly<Record<number, string>>;
}

const failures = Object.entries(meanings).map(([status, meaning]) => ({ status: Number(status), meaning }));

/** The page at `/docs/errors`: every status and every type of entry, with requests that cause them. */
export function errorPage(parts: ErrorParts): string {
  const { contract, addresses, cases = [], errors } = parts;
  const types = findTypes(cases);
  return layout({
    contract,
    title: `${contract.title}: errors`,
    current: 'errors',
    addresses,
    isWorkbench: false,
    content: html`<div class="columns">
<nav class="index" aria-label="Errors">
<details class="menu" open>
<summary>Errors</summary>
<div class="list">
<h2 class="tag">Statuses</h2>
${failures.map(({ status }) => html`<a href="#${statusId(status)}"><b>${status}</b> ${phraseOf(status)}</a>`)}
${types.length > 0 && html`<h2 class="tag">Types</h2>`}
${types.map(({ type }) => html`<a href="#type-${type}">${type}</a>`)}
</div>
</details>
</nav>
<main id="main" tabindex="-1">
<div class="reference" id="reference">
<h2>Statuses</h2>
<p>${errors.about}${cases.length > 0 && originHint}</p>
${failures.map((failure) => statusArticle(failure, parts))}
${
  types.length > 0 &&
  html`<h2>Types of entries</h2>
<p>An entry has a <code>type</code> for programs, the place of the value (<code>loc</code>), a sentence (<code>msg</code>) and the value itself (<code>input</code>).</p>`
}
${types.map((finding) => typeArticle(finding, addresses.docs))}
</div>
</main>
</div>`,
  });
}

/** The examples shown of one status; the list of errors of each endpoint has the others. */
const MAX_EXAMPLES = 3;

function statusArticle({ status, meaning }: (typeof failures)[number], parts: ErrorParts): Html {
  const { cases = [], errors, details, addresses } = parts;
  const own = cases.filter((each) => each.expected.status === status && each.kind !== 'accepted');
  const detail = details[status];
  const error = errors.isProblem ? { title: phraseOf(status), status, detail } : { detail };
  return html`<article id="${statusId(status)}">
<h3><code>${status}</code> ${phraseOf(status)}</h3>
<p class="quiet">${meaning}</p>
${detail !== undefined && html`<pre>${JSON.stringify(error)}</pre>`}
${examples(own, addresses)}
</article>`;
}

function examples(cases: readonly Case[], { docs }: Addresses): Html {
  if (cases.length === 0) return html``;
  const chosen = [...new Map(cases.map((each) => [each.expected.body, each])).values()].slice(
    0,
    MAX_EXAMPLES,
  );
  const others = cases.length - chosen.length;
  return html`<ul class="cases">
${chosen.map(caseItem)}
</ul>
${others > 0 && docs !== '' && html`<p><a href="${docs}">${others} more among the errors of endpoints</a></p>`}`;
}

function typeArticle({ type, reasons }: Finding, docs: string): Html {
  return html`<article id="type-${type}">
<h3><code>${type}</code></h3>
<table>
<thead><tr><th scope="col">Reason</th><th scope="col">Place</th><th scope="col">Input that provokes it</th></tr></thead>
<tbody>
${reasons.map(
  ({ reason, place, input, id }) =>
    html`<tr><td>${reason}</td><td><code>${place}</code></td><td>${docs === '' ? html`<code>${input}</code>` : html`<a href="${docs}#${id}"><code>${input}</code></a>`}</td></tr>`,
)}
</tbody>
</table>
</article>`;
}

/** A type of entry, with the reasons given for it. */
interface Finding {
  readonly type: string;
  readonly reasons: readonly Reason[];
}

/** A reason, the message without its label, with an example. */
interface Reason {
  readonly reason: string;
  readonly place: string;
  readonly input: string;
  /** The id of the case that shows it. */
  readonly id: string;
}

const MAX_CHARACTERS = 60;

/** Finds every type of entry in the replies to cases, in alphabetical order, with each of its reasons once. */
export function findTypes(cases: readonly Case[]): Finding[] {
  const types = new Map<string, Map<string, Reason>>();
  for (const { id, expected } of cases)
    for (const { type, loc, msg, input } of entriesOf(expected.body)) {
      const reason = msg.slice(msg.indexOf(': ') + 1).trim();
      const known = ensure(types, type, () => new Map<string, Reason>());
      ensure(known, reason, () => ({ reason, place: loc.join('.'), input: shown(input), id }));
    }
  return [...types]
    .map(([type, reasons]) => ({ type, reasons: [...reasons.values()].sort(byReason) }))
    .sort((one, other) => (one.type < other.type ? -1 : 1));
}

function byReason({ reason: one }: Reason, { reason: other }: Reason): number {
  return one < other ? -1 : 1;
}

function shown(input: unknown): string {
  const text = JSON.stringify(input) ?? '';
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function entriesOf(body: string | undefined): ValidationError[] {
  if (body === undefined || !body.startsWith('{"detail":[')) return [];
  const { detail }: { readonly detail: readonly unknown[] } = JSON.parse(body);
  return detail.filter(isValidationError);
}

function isValidationError(value: unknown): value is ValidationError {
  return (
    isRecord(value) &&
    typeof value.type === 'string' &&
    typeof value.msg === 'string' &&
    Array.isArray(value.loc)
  );
}
