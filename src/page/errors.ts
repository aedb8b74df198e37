import type { Case } from '../cases/case.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { ErrorFormat } from '../http/error-format.ts';
import { meanings, phraseOf } from '../http/phrases.ts';
import { statusId } from '../http/problem.ts';
import { ensure } from '../text/memo.ts';
import { eachInSteps, type Steps } from '../text/turns.ts';
import type { Addresses } from './addresses.ts';
import { caseItem, originHint } from './cases.ts';
import { columns, type Html, html, layout, linkList } from './html.ts';

/** The parts of the page of errors. */
interface ErrorParts {
  readonly contract: Contract;
  readonly addresses: Addresses;
  /** All cases; none if there are too many for one page. */
  readonly cases: readonly Case[];
  readonly errors: ErrorFormat;
  /** Details by status, for errors that no endpoint makes. */
  readonly details: Readonly<Record<number, string>>;
}

const failures = Object.entries(meanings).map(([status, meaning]) => ({ status: Number(status), meaning }));

/** The page at `/docs/errors`: every status and every type of entry, with requests that cause them. */
export function* errorPage(parts: ErrorParts): Steps<string> {
  const { contract, addresses, cases, errors } = parts;
  const types = casesByType(cases);
  const statusLinks = failures.map(
    ({ status }) => html`<li><a href="#${statusId(status)}"><b>${status}</b> ${phraseOf(status)}</a></li>`,
  );
  const typeLinks = types.map(([type]) => html`<li><a href="#type-${type}">${type}</a></li>`);
  const list = html`${linkList('Statuses', statusLinks)}${linkList('Types', typeLinks)}`;
  function* typeArticle([type, cases]: (typeof types)[number]): Steps<Html> {
    return html`<article id="type-${type}">
<h3><code>${type}</code></h3>
${yield* examples(cases, addresses, MAX_OF_TYPE)}
</article>`;
  }
  const content = html`<div id="reference">
<h2>Statuses</h2>
<p>${errors.about}${cases.length > 0 && originHint}</p>
${yield* eachInSteps(failures, (failure) => statusArticle(failure, parts))}
${
  types.length > 0 &&
  html`<h2>Types of entries</h2>
<p>An entry has a <code>type</code> for programs, the place of the value (<code>loc</code>), a sentence (<code>msg</code>) and the value (<code>input</code>).</p>`
}
${yield* eachInSteps(types, typeArticle)}
</div>`;
  return layout({
    contract,
    title: `${contract.title}: errors`,
    current: 'errors',
    addresses,
    isWorkbench: false,
    content: html`<div class="columns">
${columns('Errors', list, content)}
</div>`,
  });
}

/** The examples shown of one status, and of one type; the list of errors of each endpoint has the others. */
const MAX_OF_STATUS = 3;
const MAX_OF_TYPE = 20;

function* statusArticle({ status, meaning }: (typeof failures)[number], parts: ErrorParts): Steps<Html> {
  const { cases, errors, details, addresses } = parts;
  const own = cases.filter((each) => each.expected.status === status && each.kind !== 'accepted');
  const detail = details[status];
  const error = errors.isProblem ? { title: phraseOf(status), status, detail } : { detail };
  return html`<article id="${statusId(status)}">
<h3><code>${status}</code> ${phraseOf(status)}</h3>
<p class="quiet">${meaning}</p>
${detail !== undefined && html`<pre>${JSON.stringify(error)}</pre>`}
${yield* examples(own, addresses, MAX_OF_STATUS)}
</article>`;
}

/** Cases with different replies. */
function* examples(cases: readonly Case[], { docs }: Addresses, most: number): Steps<Html> {
  if (cases.length === 0) return html``;
  const different = new Map(cases.map((each) => [each.expected.body, each]));
  const chosen = [...different.values()].slice(0, most);
  const others = cases.length - chosen.length;
  const items: Html[] = [];
  for (const each of chosen) {
    items.push(caseItem(each, docs));
    yield;
  }
  return html`<ul class="cases">
${items}
</ul>
${others > 0 && docs !== '' && html`<p><a href="${docs}">${others} more among the errors of endpoints</a></p>`}`;
}

/** The cases by the types of the entries in their replies, in alphabetical order. */
function casesByType(cases: readonly Case[]): [type: string, cases: readonly Case[]][] {
  const types = new Map<string, Case[]>();
  for (const each of cases)
    for (const { type } of each.expected.entries ?? []) ensure(types, type, () => []).push(each);
  return [...types].sort(([one], [other]) => (one < other ? -1 : 1));
}
