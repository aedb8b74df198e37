import type { Case } from '../cases/case.ts';
import type { Endpoint, SuccessWithBody } from '../contract/endpoint.ts';
import { meanings, phraseOf } from '../http/statuses.ts';
import { caseItem } from './case-item.ts';
import type { Entry } from './entry.ts';
import { type FieldRow, replyRows, requestRows } from './field-rows.ts';
import { type Html, html } from './html.ts';
import { inWords } from './schema-words.ts';

/** The full description of an endpoint, with the requests that it refuses. */
export function endpointArticle(entry: Entry, cases: readonly Case[], origin: string | undefined): Html {
  const { name, endpoint } = entry;
  const refused = cases.filter(({ kind }) => kind !== 'accepted');
  const accepted = cases.filter(({ kind }) => kind === 'accepted');
  return html`<article id="${name}/" ${marksOf(endpoint)}>
${heading(entry)}
${section('What it takes', fieldTable(requestRows(endpoint)))}
${section('What it replies', answers(endpoint, refused))}
${refused.length === 0 ? [] : section('What it refuses', caseList(refused, origin))}
${accepted.length === 0 ? [] : section('What it accepts', caseList(accepted, origin))}
</article>`;
}

/** The short description of an endpoint, for a list of many. */
export function shortArticle(entry: Entry, address: string): Html {
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

function fieldTable(rows: readonly FieldRow[]): Html {
  if (rows.length === 0) return html`<p>Nothing.</p>`;
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Value</th><th scope="col">Required</th></tr></thead>
<tbody>
${rows.map(
  ({ part, name, words, presence }) =>
    html`<tr><th scope="row"><code>${name === '' ? part : name}</code></th><td>${part}</td><td>${words}</td><td>${presence}</td></tr>`,
)}
</tbody>
</table>`;
}

function answers(endpoint: Endpoint, refused: readonly Case[]): Html {
  const { reply } = endpoint;
  const declared = Object.keys(endpoint.refusals ?? {}).map(Number);
  const shown = refused.map(({ expected }) => expected.status);
  const statusesOfAll = [...new Set([...declared, ...shown])].sort((one, other) => one - other);
  return html`<dl>
<dt>${reply.status} ${phraseOf(reply.status)}</dt>
<dd>${meaningOf(reply.status)} ${'body' in reply ? replyTable(reply) : []}</dd>
${statusesOfAll.map((status) => html`<dt>${status} ${phraseOf(status)}</dt><dd>${meaningOf(status)}</dd>`)}
</dl>`;
}

function meaningOf(status: number): string {
  return meanings[status] ?? '';
}

function replyTable(reply: SuccessWithBody): Html {
  if (reply.mediaType !== undefined) return html`The body is <code>${reply.mediaType}</code>.`;
  const rows = replyRows(reply.body.describe('output'));
  const [only] = rows;
  if (!only || only.name === '') return html`The body is ${only?.words ?? inWords({})}.`;
  return html`<ul>
${rows.map(({ name, words }) => html`<li><code>${name}</code> ${words}</li>`)}
</ul>`;
}

/** A list of cases, as lines that expand. */
export function caseList(cases: readonly Case[], origin: string | undefined): Html {
  return html`<ul class="cases">
${cases.map((each) => caseItem(each, origin))}
</ul>`;
}
