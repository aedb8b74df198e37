import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { requestOf } from '../contract/example.ts';
import type { PageFiles } from '../http/file.ts';
import { DEFAULT_TAG, tagsOf } from '../openapi/tags.ts';
import { curlOf } from '../refusals/curl.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/**
 * The page at `/docs`: the endpoints as a list, in whose place its scripts put Swagger UI. Where scripts do not run
 * or are not there, the list stays.
 */
export function page(contract: Contract, { files, fault }: PageFiles): string {
  const listed = Object.values({ ...contract.endpoints, ...contract.pages });
  return layout({
    contract,
    title: contract.title,
    introduction: contract.description ?? '',
    root: '.',
    files,
    content: html`${fault === undefined ? [] : html`<p class="assay-fault">${fault}</p>`}
${tagsOf(contract).map((tag) => group(tag, listed))}`,
  });
}

function group(tag: string, endpoints: readonly Endpoint[]): Html {
  const members = endpoints.filter((endpoint) => (endpoint.tag ?? DEFAULT_TAG) === tag);
  if (members.length === 0) return html``;
  return html`<section class="assay-group">
<h2>${tag}</h2>
${members.map(entry)}
</section>`;
}

function entry(endpoint: Endpoint): Html {
  const { method, path, summary, description = summary, examples: [example] = [] } = endpoint;
  return html`<article class="assay-endpoint assay-${method.toLowerCase()}">
<h3><span class="assay-method">${method}</span> <code class="assay-path">${path}</code></h3>
<p>${description}</p>
${example ? html`<pre class="assay-code">${curlOf(ORIGIN, requestOf(endpoint, example))}</pre>` : []}
</article>`;
}

/** Where the service listens unless it is told otherwise. */
export const ORIGIN = 'http://localhost:8000';
