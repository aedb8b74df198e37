import type { CaseRequest } from '../cases/case.ts';
import type { Received } from '../cases/compare.ts';
import { assemble, type Parts, type TextValue } from '../cases/request.ts';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { paramNames } from '../contract/path.ts';
import type { ReplyDeclarations } from '../documents/declared.ts';
import { isRecord } from '../fields/values.ts';
import { Flaw } from '../text/json/flaw.ts';
import { MAX_DEPTH, readJson } from '../text/json/reader.ts';
import { ensure } from '../text/memo.ts';

/** The parameters of a path, by name. */
export type Params = Readonly<Record<string, string>>;

/** Something that a request has created. */
interface Created {
  /** The path of one such thing: `/lamps/{id}`. */
  readonly path: string;
  readonly params: Params;
}

/** The most created things that are deleted again. */
const MAX_CREATED = 1000;

/**
 * What the requests of a check create: its ids are used for the requests that read, change and delete it, so that these reach
 * more than a 404.
 */
export class Resources {
  readonly #contract: Contract;
  /** The paths of items by the path that they are below, and what deletes them by their own. */
  readonly #items = new Map<string, Set<string>>();
  readonly #deleting = new Map<string, (readonly [name: string, endpoint: Endpoint])[]>();
  readonly #created = new Map<string, Created>();
  /** The first thing created at each path. */
  readonly #first = new Map<string, Params>();
  /** The last tag of what there is at each path. */
  readonly #tags = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    for (const [name, endpoint] of Object.entries(contract.endpoints)) {
      const { method, path } = endpoint;
      if (method === 'DELETE') ensure(this.#deleting, trimmed(path), () => []).push([name, endpoint]);
      for (const item of itemsOn(path))
        ensure(this.#items, item.slice(0, item.lastIndexOf('/')), () => new Set()).add(item);
    }
  }

  /** The paths of the items that a POST may create. */
  itemsOf({ method, path }: Endpoint): readonly string[] {
    return method === 'POST' ? [...(this.#items.get(trimmed(path)) ?? [])] : [];
  }

  /** Notes what the reply to a POST says that it created. */
  add(endpoint: Endpoint, params: Readonly<Record<string, TextValue>>, reply: Received, links: Links): void {
    this.#addTag(endpoint, reply, links);
    if (endpoint.method !== 'POST' || reply.status >= 300 || this.#created.size >= MAX_CREATED) return;
    for (const { path, name } of this.#membersOf(endpoint, links)) {
      const value = linked(links, reply, name) ?? idIn(reply, name);
      if (value === undefined) continue;
      const all = { ...textsOf(params), [name]: value };
      this.#created.set(`${path} ${JSON.stringify(all)}`, { path, params: all });
      if (!this.#first.has(path)) this.#first.set(path, all);
    }
  }

  #addTag(endpoint: Endpoint, { status, header }: Received, links: Links): void {
    const tag = header('etag');
    if (!tag || status >= 300) return;
    const created = endpoint.method === 'POST' ? this.#membersOf(endpoint, links) : [];
    for (const { path } of [endpoint, ...created]) this.#tags.set(trimmed(path), tag);
  }

  /** The last tag of what there is at a path. */
  tagFor(path: string): string | undefined {
    return this.#tags.get(trimmed(path));
  }

  /** The ids of things that were created, for the parameters of a path. */
  paramsFor(path: string): Params {
    const params: Record<string, string> = {};
    for (const item of itemsOn(path)) Object.assign(params, this.#first.get(item));
    return params;
  }

  /** The requests that delete what was created, the last first, each once. */
  *deletions(basePath: string, partsOf: (endpoint: string) => Parts): Iterable<Deletion> {
    const all = [...this.#created.values()].reverse();
    this.#created.clear();
    for (const { path, params } of all)
      for (const [name, endpoint] of this.#deleting.get(path) ?? [])
        yield { name, params, request: assemble(endpoint, { ...partsOf(name), params }, basePath) };
  }

  /** The paths of the things that an endpoint creates, each with its last parameter. */
  #membersOf(endpoint: Endpoint, links: Links): { path: string; name: string }[] {
    const linked = links.flatMap(({ operation }) => itemsOn(this.#contract.endpoints[operation]?.path));
    const paths = new Set([...this.itemsOf(endpoint), ...linked]);
    return [...paths].flatMap((path) =>
      paramNames(path)
        .slice(-1)
        .map((name) => ({ path, name })),
    );
  }
}

interface Deletion {
  readonly name: string;
  readonly params: Params;
  readonly request: CaseRequest;
}

/** The links of a response: which operation takes what from the reply. */
type Links = ReturnType<ReplyDeclarations['links']>;

function trimmed(path: string): string {
  return path.replace(/\/$/, '');
}

/** The beginnings of a path that end in a segment which is a single parameter: the items on the way. */
export function itemsOn(path = ''): string[] {
  return Array.from(path.matchAll(PARAMETER), ({ index, 0: { length } }) => path.slice(0, index + length));
}

const PARAMETER = /\/\{[^{}:/]+\}(?![^/])/g;

function textsOf(params: Readonly<Record<string, TextValue>>): Params {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

const EXPRESSION = /^\$response\.(body#|header\.)(.+)$/;

/** The value of a parameter by a link. */
function linked(links: Links, { header, body }: Received, name: string): string | undefined {
  for (const { parameters } of links) {
    const expression = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const [, source, rest = ''] = EXPRESSION.exec(String(expression)) ?? [];
    const value =
      source === 'body#' ? pointed(readJson(body, MAX_DEPTH), rest) : source && header(rest.toLowerCase());
    if (isId(value)) return String(value);
  }
  return undefined;
}

function pointed(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((part, step) => memberOf(part, step.replaceAll('~1', '/').replaceAll('~0', '~')), value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object(value)[name]
    : undefined;
}

/** Finds the id of what was created: by the name of the parameter, by the usual names, or at the end of `Location`. */
function idIn({ header, body }: Received, name: string): string | undefined {
  const value = readJson(body, MAX_DEPTH);
  const whole = isRecord(value) && !(value instanceof Flaw) ? value : {};
  const inner = Object.values(whole).filter(isRecord);
  for (const each of [whole, ...inner])
    for (const key of [name, 'id', '_id', 'uuid', 'key', 'slug']) {
      const found = memberOf(each, key);
      if (isId(found)) return String(found);
    }
  const [, last] = /([^/?#]+)\/?(?:[?#]|$)/.exec((header('location') ?? '').slice(-MAX_ID)) ?? [];
  return last;
}

const MAX_ID = 200;

function isId(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID;
}
