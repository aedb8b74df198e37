import { type Html, html } from './html.ts';

/** The table of contents, for windows too narrow for a list beside the page. */
export function contents(list: Html): Html {
  return html`<details class="contents">
<summary>Contents</summary>
<nav class="list" aria-label="Contents">
${list}
</nav>
</details>`;
}
