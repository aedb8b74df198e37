import { type Html, html } from './html.ts';

/** The contents of a page, for windows that have no room for a list beside it. */
export function contents(list: Html): Html {
  return html`<details class="contents">
<summary>Contents</summary>
<nav class="list" aria-label="Contents">
${list}
</nav>
</details>`;
}
