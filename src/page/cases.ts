import { type Case, casesJson } from '../cases/case.ts';
import { caseSteps } from '../cases/cases.ts';
import { curlOf } from '../cases/curl.ts';
import type { Subject } from '../cases/subject.ts';
import { StreamedContent } from '../http/content.ts';
import { type Compression, type Document, type Serve, serveDocument } from '../http/document.ts';
import { queryReader } from '../http/parts.ts';
import { JSON_HEADERS, type Reply } from '../http/reply.ts';
import { piecesInTurns } from '../text/turns.ts';
import { isOperation, type PageAnswer, unknownOperation } from './addresses.ts';
import { type Html, html } from './html.ts';
import { indent } from './indent.ts';

/** The limit on the characters of all cached lists. */
const MAX_KEPT = 32 * 1024 * 1024;
/** The most characters of a list that is compressed as a whole, which takes some milliseconds. */
const MAX_COMPRESSED = 1024 * 1024;

/**
 * Answers with the cases as JSON: of all operations, of one, or, if the name is empty, those that belong to none. The list is
 * generated while it is sent, and then kept.
 */
export function casesAnswer(subject: () => Subject, compression: Compression): PageAnswer {
  const readQuery = queryReader(['operation']);
  const kept = new Map<string | undefined, Serve>();
  /** The lists that are being kept while they are sent, each for one request only. */
  const keeping = new Set<string | undefined>();
  let keptLength = 0;

  async function* keep(name: string | undefined, pieces: AsyncIterable<string>): AsyncIterable<string> {
    const all: string[] = [];
    let count = 0;
    let length = 0;
    keeping.add(name);
    try {
      for await (const piece of pieces) {
        count++;
        length += piece.length;
        keptLength += piece.length;
        if (keptLength <= MAX_KEPT) all.push(piece);
        yield piece;
      }
      if (all.length === count)
        kept.set(
          name,
          length > MAX_COMPRESSED ? () => streamed(all) : serveDocument(jsonOf(all.join('')), compression),
        );
    } finally {
      keeping.delete(name);
      if (!kept.has(name)) keptLength -= length;
    }
  }

  return ({ head, query }) => {
    const { operation } = readQuery(query);
    if (operation !== undefined && !isOperation(subject().contract, operation)) return unknownOperation;
    const only = typeof operation === 'string' ? operation : undefined;
    const known = kept.get(only);
    if (known) return known(head);
    const pieces = piecesInTurns(casesJson(caseSteps(subject(), only)));
    return streamed(keeping.has(only) ? pieces : keep(only, pieces));
  };
}

function streamed(pieces: Iterable<string> | AsyncIterable<string>): Reply {
  return { kind: 'reply', status: 200, headers: JSON_HEADERS, body: new StreamedContent(pieces) };
}

function jsonOf(text: string): Document {
  return { mediaType: 'application/json', text };
}

/** The limit on the text of a command or reply, which nobody reads further. */
const MAX_CHARACTERS = 1000;

/** A case as a line that expands to the command that sends the request, and the reply. */
export function caseItem(each: Case, origin: string | undefined): Html {
  const { id, title, kind, place, expected, request } = each;
  const types = [...new Set(expected.entries?.map(({ type }) => type))].join(' ');
  return html`<li id="${id}" data-kind="${kind}" data-place="${place}" data-types="${types}"><details>
<summary><span class="status">${expected.status}</span> ${title}</summary>
<pre>${shortened(commandOf(request, origin))}</pre>
${expected.body !== undefined && html`<pre>${shortened(indent(expected.body))}</pre>`}
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
export function originHint(origin: string | undefined): Html | false {
  return (
    origin === undefined && html` Say first where the service is: <code>ORIGIN=http://localhost:8000</code>`
  );
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS
    ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`
    : text;
}
