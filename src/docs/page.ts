import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { curlOf, requestOf } from '../contract/example.ts';
import { service } from '../contract/service.ts';

/**
 * The page at `/docs`: Swagger UI over the OpenAPI document; without JavaScript, the endpoints as a list in the
 * same style. Its addresses are relative, so that it works behind any path prefix.
 */
export function page(contract: Contract): string {
  return `<!doctype html>
<html lang="en" class="swagger-ui">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${service.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page">
<main class="wrapper">
<header class="info">
<h1 class="title">${service.title} ${service.version}</h1>
<p>${service.description} All of it is in <a href="openapi.json">openapi.json</a>.</p>
</header>
${Object.values(contract).map(section).join('\n')}
</main>
</div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
}

/**
 * What the page runs: it turns the list into Swagger UI; where that could not be loaded, the list stays. A choice
 * of servers is left out, as there is only the one that the page came from.
 */
export const startScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#page',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [{ components: { ServersContainer: () => null } }],
});
`;

function section(endpoint: Endpoint): string {
  const { method, path, summary, examples } = endpoint;
  const command = curlOf('http://localhost:8000', requestOf(endpoint, examples[0]));
  return `<section class="opblock opblock-${method.toLowerCase()}">
<h2 class="opblock-summary ma0 normal">
<span class="opblock-summary-method">${method}</span>
<span class="opblock-summary-path-description-wrapper">
<code class="opblock-summary-path">${escapeHtml(path)}</code>
<span class="opblock-summary-description">${escapeHtml(summary)}</span>
</span>
</h2>
<div class="opblock-body"><pre class="microlight">${escapeHtml(command)}</pre></div>
</section>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
