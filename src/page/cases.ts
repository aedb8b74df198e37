import { type Case, casesJson } from '../cases/case.ts';
import { caseSteps } from '../cases/cases.ts';
import { curlOf } from '../cases/curl.ts';
import type { Subject } from '../cases/subject.ts';
import { JSON_TYPE } from '../contract/success.ts';
import { StreamedContent } from '../http/content.ts';
import { type Compression, type Serve, serveDocument } from '../http/document.ts';
import { JSON_HEADERS } from '../http/reply.ts';
import { cutText } from '../text/cut.ts';
import { piecesInTurns } from '../text/turns.ts';
import { isOperation, type PageAnswer, partIn, unknownOperation } from './addresses.ts';
import { type Html, html } from './html.ts';

/** The limits on the characters of a list that is kept, on those of all such lists, and on those of any list. */
const MAX_KEPT = 1024 * 1024;
const MAX_ALL_KEPT = 32 * MAX_KEPT;
const MAX_SENT = 128 * MAX_KEPT;

/**
 * Answers with the cases as JSON: of all operations, of one, or, if the name is empty, those that belong to none. The list is
 * generated while it is sent, and kept unless it is long.
 */
export function casesAnswer(subject: () => Subject, compression: Compression): PageAnswer {
  const kept = new Map<string | undefined, Serve>();
  let room = MAX_ALL_KEPT;

  async function* keep(name: string | undefined, pieces: AsyncIterable<string>): AsyncIterable<string> {
    let text = '';
    for await (const piece of pieces) {
      if (text.length <= MAX_KEPT) text += piece;
      yield piece;
    }
    if (kept.has(name) || text.length > Math.min(MAX_KEPT, room)) return;
    room -= text.length;
    kept.set(name, serveDocument({ mediaType: JSON_TYPE, text }, compression));
  }

  return ({ head, query }) => {
    const { operation } = partIn(query);
    if (operation !== undefined && !isOperation(subject().contract, operation)) return unknownOperation;
    const only = typeof operation === 'string' ? operation : undefined;
    const known = kept.get(only);
    if (known) return known(head);
    const cases = caseSteps(subject(), only, { left: MAX_SENT });
    const body = new StreamedContent(keep(only, piecesInTurns(casesJson(cases))));
    return { kind: 'reply', status: 200, headers: JSON_HEADERS, body };
  };
}

/** The limit on the text of a command or reply, which nobody reads further. */
const MAX_SHOWN = 1000;

/** A case as a line that expands to the command that sends the request, and the reply. */
export function caseItem({ id, title, expected, request }: Case, docs: string): Html {
  return html`<li><details>
<summary><span class="status">${expected.status}</span> ${title}</summary>
<pre>${cutText(commandOf(request), MAX_SHOWN)}</pre>
${expected.body !== undefined && html`<pre>${cutText(expected.body, MAX_SHOWN)}</pre>`}
${docs !== '' && html`<p><a href="${docs}#${id}">Try it</a></p>`}
</details></li>`;
}

/** The start of a command, up to the quotation mark before the address. */
const ADDRESS = /\bcurl (?:-g )?'/;

/** The command with a variable for the address of the service, which the page is not told. */
function commandOf(request: Case['request']): string {
  return curlOf('', request).replace(ADDRESS, (start) => `${start.slice(0, -1)}"$ORIGIN"'`);
}

/** The hint to set the variable before a command is run. */
export const originHint = html` Say first where the service is: <code>ORIGIN=http://localhost:8000</code>`;
