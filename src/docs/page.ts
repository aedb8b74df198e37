import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { curlOf, requestOf } from '../contract/example.ts';
import { service } from '../contract/service.ts';

/** The page at `/docs`: Swagger UI over the OpenAPI document; without JavaScript, the endpoints as a list. */
export function page(contract: Contract): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${service.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page">
<h1>${service.title} ${service.version}</h1>
<p>${service.description} All of it is in <a href="openapi.json">openapi.json</a>.</p>
${Object.values(contract).map(section).join('\n')}
</div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
}

/** What the page runs: it turns the list into Swagger UI, if that could be loaded. */
export const startScript = `if (globalThis.SwaggerUIBundle) SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#page',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

function section(endpoint: Endpoint): string {
  const example = endpoint.examples[0];
  const command = curlOf('http://localhost:8000', requestOf(endpoint, example));
  return `<h2><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></h2>
<p>${escapeHtml(endpoint.summary)}</p>
<pre>${escapeHtml(command)}</pre>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
