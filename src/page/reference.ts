import type { JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { meanings, phraseOf } from '../http/phrases.ts';
import { cutText, listInWords } from '../text/cut.ts';
import { ensure } from '../text/memo.ts';
import { jsonInSteps, type Steps } from '../text/turns.ts';
import type { Addresses } from './addresses.ts';
import {
  CERTIFICATE,
  type Description,
  decoded,
  type Example,
  type Media,
  type Named,
  type Requirement,
  textIn,
} from './description.ts';
import type { Entry } from './endpoints.ts';
import { firstOf, Html, html, jsonOf, type PageBudget, whole } from './html.ts';
import { inlineMarkdown, textBlock } from './markdown.ts';
import { SchemaTree } from './schema-tree.ts';

/** What is shown, and where it leads to. */
interface Sources {
  readonly description: Description;
  readonly addresses: Addresses;
  readonly budget: PageBudget;
}

/** What an article about an endpoint is made of. */
export interface ArticleParts extends Sources {
  readonly entry: Entry;
  /** What the page's script needs to make requests, as JSON. */
  readonly data: string;
  readonly errors: Html | false;
}

/** The reference of one endpoint: what it is, what it takes, what it replies and how it refuses. */
export function* endpointArticle(parts: ArticleParts): Steps<Html> {
  const { entry, description, data, errors } = parts;
  const { name, endpoint } = entry;
  const operation = description.operation(endpoint);
  const about = textIn(operation, 'description') ?? endpoint.description;
  const own = yield* servers(operation.servers, parts);
  return html`<article id="${name}/" data-name="${name}" data-operation="${whole(data)}">
<header class="about">
<h3 tabindex="-1" dir="auto">${inlineMarkdown(endpoint.summary)}</h3>
<p class="route">${route(entry)}${deprecatedMark(operation)}</p>
${about !== endpoint.summary && textBlock(about, 4)}
${externalDocs(operation)}
${own.length > 0 && html`<dl class="facts">${own}</dl>`}
</header>
<div class="try"></div>
<div class="sections">
${yield* requestAndResponses(operation, parts)}
<section class="errors"><h4>Errors</h4>
<div class="errors-list">
${errors}
</div>
</section>
</div>
</article>`;
}

function* requestAndResponses(operation: JsonSchema, sources: Sources): Steps<Html> {
  return html`<section class="takes"><h4>Request</h4>
${yield* request(operation, sources)}
</section>
<section class="replies"><h4>Responses</h4>
${yield* responses(operation, sources)}
${yield* callbacks(operation, sources)}
</section>`;
}

/** The reference of a webhook: what the service sends, and what it wants to hear. */
export function* webhookArticle(name: string, sources: Sources): Steps<Html> {
  const { description, budget } = sources;
  const all = description.operations(description.webhooks[name]);
  const shown = yield* budget.each(all, function* ([method, operation]) {
    return html`<header class="about">
<h3 dir="auto">${webhookTitle(name, operation)}</h3>
<p class="route">${webhookRoute(name, method, operation)}</p>
${textBlock(textIn(operation, 'description'), 4)}
${externalDocs(operation)}
</header>
<div class="sections">
${yield* requestAndResponses({ security: [], ...operation }, sources)}
</div>`;
  });
  return html`<article>
${shown}
</article>`;
}

export function webhookTitle(name: string, operation: JsonSchema): Html {
  return inlineMarkdown(textIn(operation, 'summary') ?? name);
}

export function webhookRoute(name: string, method: string, operation: JsonSchema): Html {
  return html`<b class="method">${method}</b> <code>${name}</code>${deprecatedMark(operation)}`;
}

/** Method and path; a line breaks after a slash, and within a part of the path only if that is wider. */
export function route({ endpoint: { method, path } }: Entry): Html {
  const parts = decoded(path).split(/(?<=\/)(?=.)/);
  return html`<b class="method">${method}</b> <code>${new Html(parts.map((part) => html`${part}`.markup).join('<wbr>'))}</code>`;
}

/** Marks an operation that is deprecated. */
export function deprecatedMark(operation: JsonSchema): Html | false {
  return operation.deprecated === true && html` <span class="mark deprecated">deprecated</span>`;
}

/** The servers of an API or of an operation, each with the values that its variables may have. */
export function* servers(given: unknown, { description, budget }: Omit<Sources, 'addresses'>): Steps<Html[]> {
  const found = description.list(given).filter(({ url }) => typeof url === 'string');
  return yield* budget.each(
    found,
    function* (server) {
      const named = Object.entries(description.record(server, 'variables'));
      const variables = yield* budget.each(named, ([name, given]) => {
        const variable = description.follow(given);
        const { default: standard, enum: values = [standard] } = variable;
        const show = (value: unknown) => (value === standard ? `${value} (default)` : String(value));
        const all = listInWords([values].flat(), show, ', ');
        return html`
<br><code>${name}</code> ${all} ${inlineMarkdown(textIn(variable, 'description') ?? '')}`;
      });
      const about = inlineMarkdown(textIn(server, 'description') ?? '');
      return html`<div><dt>Server</dt> <dd><code>${String(server.url)}</code> ${about}${variables}</dd></div>`;
    },
    'div',
  );
}

export function externalDocs({ externalDocs: docs }: JsonSchema): Html | undefined {
  if (!isRecord(docs) || typeof docs.url !== 'string') return undefined;
  return textBlock(`[${textIn(docs, 'description') ?? docs.url}](<${docs.url}>)`);
}

function* request(operation: JsonSchema, parts: Sources): Steps<Html> {
  const { description, addresses, budget } = parts;
  const parameters = description.parameters(operation);
  const body = description.record(operation, 'requestBody');
  const list = yield* new SchemaTree(description, addresses.docs, budget).list(parameters);
  const bodies = isRecord(body.content) && (yield* content(body, parts));
  const credentials = yield* authorization(operation, parts);
  if (!credentials && parameters.length === 0 && !bodies) return html`<p class="quiet">Takes nothing.</p>`;
  return html`${credentials}
${
  parameters.length > 0 &&
  html`<h5>Parameters</h5>
${list}`
}
${
  bodies &&
  html`<h5>Body${body.required === true && html` <span class="mark required">required</span>`}</h5>
${textBlock(textIn(body, 'description'), 4)}
${bodies}`
}`;
}

/** The ways to be authorized, if any is needed. */
function* authorization({ security }: JsonSchema, { description, budget }: Sources): Steps<Html | undefined> {
  const all = description.list(security ?? description.document.security);
  const ways = all.filter((way) => Object.keys(way).length > 0);
  if (ways.length === 0) return undefined;
  const schemeText = ({ name, scheme, scopes }: Requirement[number]) => {
    const needed = scopes.length > 0 && ` with ${listInWords(scopes, String, ', ')}`;
    return html`<code class="name">${name}</code> <span class="type">${schemeInWords(scheme)}${needed}</span>
${textBlock(textIn(scheme, 'description'), 4)}`;
  };
  const items = yield* budget.each(
    ways,
    function* (way) {
      const all = yield* budget.each(description.requirement(way), schemeText);
      return html`<li>${new Html(all.map(({ markup }) => markup).join(' and '))}</li>`;
    },
    'li',
  );
  return html`<h5>Authorization${ways.length < all.length && html` <span class="mark">optional</span>`}</h5>
${ways.length > 1 && html`<p class="quiet">One of these:</p>`}
<ul class="properties">
${items}
</ul>`;
}

/** Describes an authentication scheme in words: `the key in the header X-API-Key`. */
function schemeInWords({ type, scheme, in: part, name, bearerFormat }: JsonSchema): string {
  if (type === CERTIFICATE) return 'a client certificate (mutual TLS)';
  if (type === 'apiKey') return `a key in the ${part} ${name}`;
  if (type === 'http' && scheme === 'basic') return 'a user name and a password (HTTP Basic)';
  if (type === 'http' && scheme !== 'bearer') return `HTTP ${scheme}`;
  const format = bearerFormat ?? tokens[String(type)];
  return typeof format === 'string' ? `a bearer token (${format})` : 'a bearer token';
}

/** An authentication scheme: what it is, and where one signs in or gets a token. */
export function aboutScheme([name, scheme]: [string, JsonSchema]): Html {
  const { flows, ...sent } = scheme;
  const { openIdConnectUrl } = scheme;
  const ways = Object.entries(isRecord(flows) ? flows : {}).flatMap(([name, flow]) =>
    isRecord(flow) ? [flowText(name, flow)] : [],
  );
  const about = textIn(scheme, 'description') ?? '';
  const discovery = typeof openIdConnectUrl === 'string' ? linkTo(openIdConnectUrl) : '';
  // People enter its credential; browsers send certificates by themselves.
  const isEntered = scheme.type !== CERTIFICATE;
  return html`<div${isEntered && html` data-scheme="${whole(jsonOf([name, sent]))}"`}><dt>${name}</dt> <dd>${schemeInWords(scheme)}
${textBlock([about, discovery, ...ways].join('\n\n').trim() || undefined)}</dd></div>`;
}

/** The limit on the scopes of a way to get a token. */
const MAX_SCOPES = 500;

/** A way to get a token, with its addresses and scopes, in Markdown. */
function flowText(name: string, { scopes, ...addresses }: JsonSchema): string {
  const links = Object.entries(addresses).map(([key, address]) => `${key} ${linkTo(String(address))}`);
  const all = Object.entries(isRecord(scopes) ? scopes : {});
  const names = firstOf(all, MAX_SCOPES, ([scope, about]) => `\`${scope}\` ${about}`);
  return `**${name}**: ${links.join(', ')}\n${['', ...names].join('\n- ')}`;
}

function linkTo(address: string): string {
  return `[${address}](<${address}>)`;
}

const tokens: JsonSchema = { oauth2: 'OAuth 2', openIdConnect: 'OpenID Connect' };

/** The bodies by their schemas, each with its media types and examples. */
function* content(body: JsonSchema, { description, addresses, budget }: Sources): Steps<Html> {
  const tree = new SchemaTree(description, addresses.docs, budget);
  const bySchema = new Map<string, Media[]>();
  for (const each of description.media(body))
    ensure(bySchema, yield* jsonInSteps(each.schema), () => []).push(each);
  const media = yield* budget.each([...bySchema.values()], function* (alike) {
    const types = alike.map(({ type }) => html`<code>${type}</code>`.markup).join(' or ');
    const examples: Example[] = [];
    for (const each of alike)
      for (const example of each.examples) {
        examples.push(example);
        yield;
      }
    return html`<div><p class="quiet">${new Html(types)}</p>
${yield* tree.whole(alike[0]?.schema)}
${
  examples.length > 0 &&
  html`<details class="examples"><summary>${examples.length === 1 ? 'Example' : `${examples.length} examples`}</summary>
${examples.slice(0, MAX_EXAMPLES).map(exampleBlock)}
</details>`
}
</div>`;
  });
  return html`${media}`;
}

const MAX_EXAMPLES = 10;
const MAX_EXAMPLE = 4000;

function exampleBlock({ title, about, value }: Example): Html {
  const text = typeof value === 'string' ? value : beginningOf(value);
  return html`${title !== undefined && html`<p class="quiet" dir="auto">${title}</p>`}
${textBlock(about)}
<pre dir="auto">${cutText(text, MAX_EXAMPLE)}</pre>`;
}

/** Writes a value as JSON, of a large one no more than what is shown. */
function beginningOf(value: unknown): string {
  let left = MAX_EXAMPLE;
  const part = (_: string, each: unknown) => {
    left -= typeof each === 'string' ? each.length : 1;
    if (left < 0) return undefined;
    return Array.isArray(each) ? each.slice(0, MAX_EXAMPLE) : each;
  };
  return JSON.stringify(value, part, 2) ?? '';
}

function* responses(operation: JsonSchema, parts: Sources): Steps<Html> {
  const { description, budget } = parts;
  const declared = Object.entries(description.record(operation, 'responses'));
  const first = declared.findIndex(([status]) => status.startsWith('2'));
  const all = yield* budget.each([...declared.entries()], ([at, [status, given]]) =>
    response(status, description.follow(given), at === first, parts),
  );
  return html`<div class="responses">
${all}
</div>`;
}

/** The requests that the service sends to its client. */
function* callbacks(operation: JsonSchema, parts: Sources): Steps<Html> {
  const { description, budget } = parts;
  const named = Object.entries(description.record(operation, 'callbacks'));
  return html`${yield* budget.each(named, function* ([name, callback]) {
    const items = Object.entries(description.follow(callback));
    return html`${yield* budget.each(items, function* ([address, item]) {
      return html`${yield* budget.each(description.operations(item), function* ([method, request]) {
        return html`<h5>Callback ${name}: <code>${method} ${address}</code></h5>
${textBlock(textIn(request, 'description') ?? textIn(request, 'summary'))}
${yield* content(description.record(request, 'requestBody'), parts)}`;
      })}`;
    })}`;
  })}`;
}

function statusInWords(status: string): string {
  if (/^[1-5]XX$/.test(status)) return `any status from ${status.charAt(0)}00 to ${status.charAt(0)}99`;
  return status === 'default' ? 'any other status' : phraseOf(Number(status));
}

function* response(status: string, given: JsonSchema, isOpen: boolean, parts: Sources): Steps<Html> {
  const { description, addresses, budget } = parts;
  const headers = Object.entries(description.record(given, 'headers'));
  const named: Named[] = [];
  for (const [name, header] of headers) {
    named.push(description.parameter({ ...description.follow(header), name }));
    yield;
  }
  const phrase = statusInWords(status);
  const meaning = textIn(given, 'description');
  const isSaid = meaning === undefined || meaning === phrase;
  const isLine = !isSaid && !meaning.trim().includes('\n');
  const shown = isSaid ? meanings[Number(status)] : isLine ? undefined : meaning;
  return html`<details${isOpen && new Html(' open')}><summary><h5><b class="status s${status.charAt(0)}">${status}</b> ${phrase}</h5>${isLine && html` <span class="quiet" dir="auto">${inlineMarkdown(meaning)}</span>`}</summary>
${textBlock(shown)}
${
  named.length > 0 &&
  html`<h6>Headers</h6>
${yield* new SchemaTree(description, addresses.docs, budget).list(named)}`
}
${isRecord(given.content) ? yield* content(given, parts) : html`<p class="quiet">No body.</p>`}
${yield* links(given, parts)}
</details>`;
}

/** The endpoints that a response leads to. */
function* links(given: JsonSchema, { description, addresses, budget }: Sources): Steps<Html | undefined> {
  const all = Object.entries(description.record(given, 'links'));
  if (all.length === 0) return undefined;
  const items = yield* budget.each(
    all,
    function* ([name, each]) {
      const link = description.follow(each);
      const { operationId, operationRef } = link;
      const target =
        typeof operationId === 'string'
          ? html`<a href="${addresses.docs}#${operationId}/">${operationId}</a>`
          : html`<code>${String(operationRef)}</code>`;
      const named = Object.entries(description.record(link, 'parameters'));
      const values = yield* budget.each(
        named,
        ([parameter, value]) => html` <code>${parameter}: ${String(value)}</code>`,
      );
      return html`<li><code class="name">${name}</code> ${target}${values}
${textBlock(textIn(link, 'description'))}</li>`;
    },
    'li',
  );
  return html`<h6>Links</h6>
<ul class="properties">
${items}
</ul>`;
}
