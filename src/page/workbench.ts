import { type Html, html } from './html.ts';

/** The empty panels of the request and its answer, which the page's script fills. */
export const workbench: Html = html`<div class="workbench" id="workbench">
<section class="panel" id="request" aria-labelledby="request-title">
<div class="about">
<p class="operation" id="operation"></p>
<h2 id="request-title" tabindex="-1">Request</h2>
<p class="summary" id="summary"></p>
</div>
<div class="editor">
<pre id="painted" aria-hidden="true"></pre>
<textarea id="text" aria-label="The request, whole: a line with method and path, headers, an empty line, the body" aria-describedby="notes" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="soft"></textarea>
</div>
<div class="notes" id="notes"></div>
<div class="changes" id="changes"></div>
<div class="actions">
<button type="button" class="primary" id="send">Send <kbd>Ctrl Enter</kbd></button>
<button type="button" id="reset" disabled>Undo</button>
<span class="copying">
<label for="language">Copy as</label>
<select id="language"><option value="curl">curl</option><option value="fetch">fetch</option><option value="python">Python</option><option value="http">HTTP</option></select>
<button type="button" id="copy">Copy</button>
<button type="button" id="copy-link">Copy link</button>
</span>
</div>
</section>
<section class="panel" id="answer" aria-labelledby="answer-title">
<h2 id="answer-title" tabindex="-1">Reply</h2>
<div id="answer-content"></div>
</section>
<p class="unseen" id="announcement" role="status"></p>
</div>`;

/** The controls above the list of endpoints: its search and its order. */
export const indexTools: Html = html`<div class="tools">
<input type="search" id="search" placeholder="Search" aria-label="Search endpoints and refusals" autocomplete="off" spellcheck="false">
<div class="switch" role="group" aria-label="List by">
<button type="button" data-order="endpoint" aria-pressed="true">Endpoint</button>
<button type="button" data-order="status" aria-pressed="false">Status</button>
<button type="button" data-order="type" aria-pressed="false">Type</button>
</div>
</div>`;

/** The navigation between the panels in a narrow window, which shows one at a time. */
export const steps: Html = html`<nav class="steps" aria-label="Steps">
<button type="button" data-step="choose" aria-pressed="true">Choose</button>
<button type="button" data-step="request" aria-pressed="false">Request</button>
<button type="button" data-step="answer" aria-pressed="false">Reply <span id="step-status"></span></button>
</nav>`;
