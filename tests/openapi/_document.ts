import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { type InjectedReply, inject } from '../../src/http/inject.ts';

type Json = Readonly<Record<string, unknown>>;

/** A request to an app made of a document: its path, and whatever else differs from a GET without a body. */
export interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body as it is written, in place of one to write. */
  readonly json?: string;
}

/** Schemas by which a document is known to be FastAPI's. */
export const ofFastapi: Json = { HTTPValidationError: {}, ValidationError: {} };

/** A document with these paths. */
export function documentOf(paths: Json, components: Json = {}, openapi = '3.1.0'): Json {
  return { openapi, info: { title: 'Lamps', version: '1.0.0' }, paths, components };
}

/** A document with an operation that takes a body of this schema. */
export function documentWithBody(schema: unknown, components: Json = {}, openapi = '3.1.0'): Json {
  const content = { 'application/json': { schema } };
  const post = {
    requestBody: { required: true, content },
    responses: { 200: { description: 'x', content } },
  };
  return documentOf({ '/lamps': { post } }, components, openapi);
}

export function ask(
  document: Json,
  { path, method, headers = {}, body, json: text = written(body) }: Asked,
  options?: DocumentOptions,
): InjectedReply {
  const core = fromDocument(document, { values: 'fastapi', ...options })[hosting].build();
  const json = text === '' ? {} : { 'content-type': 'application/json' };
  const sent = { method: method ?? (text === '' ? 'GET' : 'POST'), target: path };
  return inject(core, { ...sent, headers: { ...json, ...headers }, body: text });
}

function written(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body);
}

/** The issues of a request, as `query.page int_parsing`, or its status if there are none. */
export function issuesOf(
  document: Json,
  asked: Asked,
  options?: DocumentOptions,
): readonly string[] | number {
  return issuesIn(ask(document, asked, options));
}

/** The same for a form that is sent to `/lamps`. */
export function formIssues(
  document: Json,
  type: string | undefined,
  body: string,
): readonly string[] | number {
  const core = fromDocument(document, { values: 'fastapi' })[hosting].build();
  const headers = type === undefined ? {} : { 'content-type': type };
  return issuesIn(inject(core, { method: 'POST', target: '/lamps', headers, body }));
}

interface Entry {
  readonly loc: readonly (string | number)[];
  readonly type: string;
  readonly msg: string;
  readonly ctx?: { readonly keyword?: string };
}

/** Each entry is told by its message too, if that lacks a word. */
function issuesIn({ status, body }: InjectedReply): readonly string[] | number {
  if (status !== 422) return status;
  const { detail }: { detail: readonly Entry[] } = JSON.parse(body);
  return detail.map(({ loc, type, msg, ctx }) =>
    [loc.join('.'), type, ctx?.keyword, LACKING.test(msg) && msg].filter(Boolean).join(' '),
  );
}

const LACKING = /^$|undefined|\(\)|[ (,:]$/;
