import type { Case } from '../cases/case.ts';
import { curlOf } from '../cases/curl.ts';
import { type Html, html } from './html.ts';
import { indent } from './indent.ts';

/** The limit on the text of a command or reply, which nobody reads further. */
const MAX_CHARACTERS = 1000;

/** A case as a line that expands to the command that sends the request, and the reply. */
export function caseItem(each: Case, origin: string | undefined): Html {
  const { id, title, kind, place, expected, request } = each;
  const types = [...new Set(expected.entries?.map(({ type }) => type))].join(' ');
  return html`<li id="${id}" data-kind="${kind}" data-place="${place}" data-types="${types}"><details>
<summary><span class="status">${expected.status}</span> ${title}</summary>
<pre>${shortened(commandOf(request, origin))}</pre>
${expected.body === undefined ? [] : html`<pre>${shortened(indent(expected.body))}</pre>`}
</details></li>`;
}

/** The start of an address in a command line, with a variable for an unknown origin. */
export function startOfAddress(origin: string | undefined): string {
  return origin === undefined ? `"$ORIGIN"'` : `'${origin}`;
}

/** The start of a command, up to the quotation mark before the address. */
const ADDRESS = /\bcurl (?:-g )?'/;

function commandOf(request: Case['request'], origin: string | undefined): string {
  const address = startOfAddress(origin);
  return curlOf('', request).replace(ADDRESS, (start) => start.slice(0, -1) + address);
}

/** The hint to set the origin before a command line is run. */
export function originHint(origin: string | undefined): Html[] {
  if (origin !== undefined) return [];
  return [html` Say first where the service is: <code>ORIGIN=http://localhost:8000</code>`];
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS
    ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`
    : text;
}
