import type { Contract } from '../contract/endpoint.ts';
import type { PageFile } from '../http/file.ts';
import { Html, html } from './html.ts';

/** What one page of the documentation adds to the frame of all. */
export interface Layout {
  readonly contract: Contract;
  readonly title: string;
  readonly introduction: string;
  /** Where the service is from here, as a relative address, so that it works behind any path prefix. */
  readonly root: '.' | '..';
  readonly files: readonly PageFile[];
  readonly content: Html;
}

/** A page of the documentation in full. */
export function layout({ contract, title, introduction, root, files, content }: Layout): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${contract.description ?? contract.title}">
<title>${title}</title>
<link rel="icon" href="${ICON}">
${files.map((file) => load(file, `${root}/docs/${file.name}`))}
</head>
<body>
<header class="assay-header">
<h1>${title} <span class="assay-version">${contract.version}</span></h1>
<p>${introduction}</p>
<nav aria-label="Documentation">
<a href="${root}/docs">Endpoints</a>
<a href="${root}/docs/errors">Errors</a>
<a href="${root}/openapi.json">openapi.json</a>
</nav>
</header>
<main id="page">
${content}
</main>
</body>
</html>
`.markup;
}

/** Not part of a tagged template: bundlers rewrite one that holds this, and need a library for it. */
const scriptEnd = new Html('</script>');

function load({ kind }: PageFile, address: string): Html {
  if (kind === 'script') return html`<script defer src="${address}">${scriptEnd}`;
  if (kind === 'module') return html`<script type="module" src="${address}">${scriptEnd}`;
  return html`<link rel="stylesheet" href="${address}">`;
}

/** A tick on a round ground. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="#0b6e4f"/>' +
      '<path d="M4.5 8.5 7 11l4.5-5.5" fill="none" stroke="#fff" stroke-width="1.8"/></svg>',
  );
