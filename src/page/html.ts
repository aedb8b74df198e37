import type { Contract } from '../contract/endpoint.ts';
import { defined } from '../text/guards.ts';
import { breakable } from '../text/strings.ts';
import type { Steps } from '../text/turns.ts';
import type { Addresses } from './addresses.ts';
import { pageFiles } from './files.ts';

/** Trusted markup, as opposed to text, which must be escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A part that is false or missing is left out. */
type Part = string | number | Html | readonly Html[] | false | undefined;

/** Makes markup from a template. Values in it are escaped, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(markupOf)));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === undefined || part === false) return '';
  return typeof part === 'object'
    ? part.map(markupOf).join('\n')
    : escaped(shortened(String(part), MAX_TEXT));
}

/** The limits on the characters of a text that is shown, and of one that a script reads. */
const MAX_TEXT = 10_000;
const MAX_READ = 1024 * 1024;

/** Cuts off what a text has beyond a number of characters, and says how much that is. */
function shortened(text: string, most: number): string {
  const others = text.length - most;
  return others > 0 ? `${text.slice(0, most)}… and ${others} more characters` : text;
}

/** Writes JSON for a script, with the beginning of texts that nobody reads or sends. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? shortened(each, MAX_READ) : each));
}

/** The value of an attribute that a script reads. */
export function whole(text: string): Html {
  return new Html(escaped(text));
}

/** The limit on the markup that the lists of a page are made of, and on what its search looks through. */
export const MAX_MARKUP = 8 * 1024 * 1024;

/** What the lists of a page may still take: a document may have any number of everything, at each level. */
export class PageBudget {
  #left = MAX_MARKUP;

  /** Makes a part of a page for each item, in steps. If they would take too much, one more says how many are left out. */
  *each<Item>(
    items: readonly Item[],
    make: (item: Item) => Html | Steps<Html>,
    element = 'p',
  ): Steps<Html[]> {
    const made: Html[] = [];
    for (const item of items) {
      if (this.#left <= 0) {
        const others = leftOut(items.length - made.length);
        const last = element === 'div' ? html`<dt>Others</dt> <dd>${others}</dd>` : others;
        return [...made, html`<${element} class="quiet">${last}</${element}>`];
      }
      const before = this.#left;
      const given = make(item);
      const part = given instanceof Html ? given : yield* given;
      // The lists in it have counted theirs.
      this.#left = Math.min(this.#left, before - part.markup.length);
      made.push(part);
      yield;
    }
    return made;
  }
}

/** Shows the first of something in words, and says how many more there are. */
export function firstOf<Item>(all: readonly Item[], most: number, show: (item: Item) => string): string[] {
  const shown = all.slice(0, most).map(show);
  if (all.length > most) shown.push(leftOut(all.length - most));
  return shown;
}

/** Says how many of something a page does not show. */
export function leftOut(count: number): string {
  return `${count} more, left out here`;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const entities = new Map(Object.entries(characters).map(([name, character]) => [character, name]));

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${entities.get(character)};`);
}

/** Reads text that was escaped. */
export function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => defined(characters[name]));
}

/** Lets lines break within long words. */
export function withBreaks({ markup }: Html): Html {
  return new Html(breakable(markup).join('<wbr>'));
}

/** The content of a page with a list beside it. */
export function columns(title: string, list: Html, content: Html, search?: Html): Html {
  return html`<nav class="index" id="index" aria-label="${title}">
${search}
<details class="menu" id="menu" open>
<summary>${title}</summary>
<div class="list" id="list">
${list}
</div>
</details>
</nav>
<main id="main" tabindex="-1">
${content}
</main>`;
}

/** A list of links below a title. */
export function linkList(title: string, links: readonly Html[]): Html {
  if (links.length === 0) return html``;
  return html`<h2 class="tag" dir="auto">${title}</h2>
<ul>
${links}
</ul>`;
}

/** The parts of a page within the frame that all pages share. */
interface Layout {
  readonly contract: Contract;
  readonly title: string;
  readonly current: 'docs' | 'errors';
  readonly addresses: Addresses;
  /** Loads the script that makes the page interactive. */
  readonly isWorkbench: boolean;
  readonly content: Html;
}

/** The limit on the characters of what is said of a service to search engines. */
const MAX_ABOUT = 300;

/** Renders a complete page of the documentation. */
export function layout({ contract, title, current, addresses, isWorkbench, content }: Layout): string {
  const files = pageFiles.filter(({ kind }) => isWorkbench || kind === 'style');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${(contract.description ?? contract.title).slice(0, MAX_ABOUT)}">
<title>${title}</title>
<link rel="icon" href="${ICON}">
${files.map(({ kind, name }) => load(kind, addresses.file(name)))}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<h1><bdi>${contract.title}</bdi> <span class="version">${contract.version}</span></h1>
<nav aria-label="Pages">
${pageLinks(current, addresses)}
</nav>
</header>
${content}
</body>
</html>
`.markup;
}

function pageLinks(current: Layout['current'], { docs, errors, openapi }: Addresses): Html[] {
  const links = [
    { name: 'Endpoints', address: docs, page: 'docs' },
    { name: 'Errors', address: errors, page: 'errors' },
    { name: 'openapi.json', address: openapi, page: 'openapi' },
  ];
  return links.flatMap(({ name, address, page }) =>
    address === ''
      ? []
      : html`<a href="${address}"${page === current && new Html(' aria-current="page"')}>${name}</a>`,
  );
}

/** Kept out of tagged templates: bundlers rewrite a template that contains this, and add a helper for it. */
const scriptEnd = new Html('</script>');

/** The script blocks the first paint, since it arranges the page anew; without it, the page is shown as it was served. */
function load(kind: 'style' | 'module', address: string): Html {
  if (kind === 'module') return html`<script type="module" blocking="render" src="${address}">${scriptEnd}`;
  return html`<link rel="stylesheet" href="${address}">`;
}

/** A tick in a circle. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="#0b6e4f"/>' +
      '<path d="M4.5 8.5 7 11l4.5-5.5" fill="none" stroke="#fff" stroke-width="1.8"/></svg>',
  );
