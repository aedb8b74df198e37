import type { DeclaredSecrets, Endpoint, Secrets } from '../contract/endpoint.ts';
import { type Issue, Issues, type Step } from '../errors/issue.ts';
import { Definitions, type JsonSchema } from '../fields/definitions.ts';
import { MASK } from '../fields/described.ts';
import type { AnyField, Shape } from '../fields/field.ts';
import { writeJson } from '../fields/optional.ts';
import { isRecord, mapValues } from '../fields/values.ts';
import { hold } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import { bodyField } from './parse.ts';

/**
 * Hides secrets in errors: the values of headers that carry credentials, of cookies, and of properties that are declared as
 * passwords or `writeOnly`, also inside the objects that enclose them.
 */

/** Compiles the function that hides the secrets of an endpoint. Most never need it: it is made for the first invalid request. */
export function secretHider(endpoint: Endpoint): (issues: Issues) => Issues {
  const secrets = once(() => secretsOf(endpoint));
  return (issues) => {
    const all = secrets();
    if (all.size === 0) return issues;
    const hidden = new Map<unknown, unknown>();
    const shown = issues.all.map((issue) => withoutSecrets(issue, all.get(String(issue.source[0])), hidden));
    return new Issues(shown, shown.length + issues.more);
  };
}

function withoutSecrets(issue: Issue, secrets: Secrets | undefined, hidden: Map<unknown, unknown>): Issue {
  const { input } = issue;
  if (!secrets || input === null || input === undefined) return issue;
  const shown = isInside(issue, secrets) ? MASK : hideIn(input, secrets.names, hidden);
  return shown === input ? issue : issue.withInput(shown, writeJson(shown));
}

/** Tells whether the value of an issue is secret or part of a secret. Text in place of a body may contain all of them. */
function isInside({ inputPath, input }: Issue, { isWhole, names }: Secrets): boolean {
  const path = inputPath.slice(1);
  // A name of a query may be that of an object with a property in brackets.
  if (isWhole || path.some((key) => namesIn(key).some((name) => names.has(name)))) return true;
  return path.length === 0 && typeof input === 'string';
}

function namesIn(key: Step): readonly string[] {
  return typeof key === 'number' ? [] : [key, ...key.split(/[[\]]/)];
}

/** Copies a value in which there are secrets. Issues about the same object share the copy. */
function hideIn(value: unknown, names: ReadonlySet<string>, hidden: Map<unknown, unknown>): unknown {
  const known = hidden.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const items = value.map((item) => hideIn(item, names, hidden));
    return keep(value, items.every((item, at) => item === value[at]) ? value : items, hidden);
  }
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  let isSame = true;
  for (const name of Object.keys(value)) {
    const shown = names.has(name) ? MASK : hideIn(value[name], names, hidden);
    if (shown !== value[name]) isSame = false;
    hold(copy, name, shown);
  }
  return keep(value, isSame ? value : copy, hidden);
}

function keep(value: unknown, shown: unknown, hidden: Map<unknown, unknown>): unknown {
  hidden.set(value, shown);
  return shown;
}

/** Finds the secrets in each part of the requests of an endpoint. What several fields refer to is described once. */
function secretsOf(endpoint: Endpoint): ReadonlyMap<string, Secrets> {
  const { headers = {}, cookies = {} } = endpoint;
  const declared = endpoint.declaredSecrets?.() ?? describedSecrets(endpoint);
  const usual = new Map([
    ['header', Object.keys(headers).filter(isOfCredentials)],
    ['cookie', Object.keys(cookies)],
  ]);
  const all = parts.map((part) => {
    const { isWhole = false, names = [] } = declared.get(part) ?? {};
    return [part, { isWhole, names: new Set([...names, ...(usual.get(part) ?? [])]) }] as const;
  });
  return new Map(all.filter(([, { isWhole, names }]) => isWhole || names.size > 0));
}

const parts = ['path', 'query', 'header', 'cookie', 'body'];

/** Finds the secrets that the fields of an endpoint describe. */
function describedSecrets({ params, query, headers, cookies, body }: Endpoint): DeclaredSecrets {
  const definitions = new Definitions();
  const described = (field: AnyField) => field.describe('input', definitions);
  const inShape = (shape: Shape = {}) =>
    secretsIn({ properties: mapValues(shape, described) }, definitions.all);
  const inBody = (field?: AnyField) => secretsIn(field && described(field), definitions.all);
  return new Map([
    ['path', inShape(params)],
    ['query', inShape(query)],
    ['header', inShape(headers)],
    ['cookie', inShape(cookies)],
    ['body', inBody(bodyField(body))],
  ]);
}

/** Tells whether a header usually carries a credential: `Authorization`, `X-API-Key`, `X-Auth-Token`. */
function isOfCredentials(header: string): boolean {
  return CREDENTIALS.test(header);
}

const CREDENTIALS = /authorization|cookie|api-?key|token|secret|password/i;

/** Looks for secrets in a schema and in the definitions that it refers to, each of which it visits once. */
function secretsIn(schema: unknown, definitions: JsonSchema): Secrets {
  const names = new Set<string>();
  const visited = new Map<unknown, boolean>();
  /** Tells whether the whole value of a schema is secret. */
  const isSecret = (each: unknown): boolean => {
    if (!isRecord(each)) return false;
    for (const [name, property] of Object.entries(Object(each.properties)))
      if (isSecret(property)) names.add(name);
    const { $ref } = each;
    let found = each.writeOnly === true || each.format === 'password';
    for (const keyword of partKeywords)
      for (const part of keyword in each ? [each[keyword]].flat() : []) if (isSecret(part)) found = true;
    if (typeof $ref === 'string' && !visited.has($ref)) {
      visited.set($ref, false);
      visited.set($ref, isSecret(definitions[$ref.slice('#/$defs/'.length)]));
    }
    return found || visited.get($ref) === true;
  };
  return { isWhole: isSecret(schema), names };
}

/** The keywords whose schemas are those of the same value, or of its items. */
const partKeywords = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items', 'additionalProperties'];
