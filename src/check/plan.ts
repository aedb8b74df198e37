import type { Case } from '../cases/case.ts';
import { type CaseStep, operationsOf } from '../cases/cases.ts';
import { acceptedRequest } from '../cases/changes.ts';
import { withValue } from '../cases/http.ts';
import { assemble, type Parts } from '../cases/request.ts';
import { robustDrafts } from '../cases/robust.ts';
import type { Basis } from '../cases/rules.ts';
import { caseOf, type Operation, type Subject } from '../cases/subject.ts';
import { type Credential, everyCredential } from '../contract/credential.ts';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { paramNames } from '../contract/path.ts';
import { usualSuccess } from '../contract/success.ts';
import { isRecord } from '../fields/values.ts';
import type { Params } from './resources.ts';
import type { Pairs } from './result.ts';

/** Values for requests that the user gives. */
export interface Given {
  /** The values of parameters in paths, by name. */
  readonly params: Params;
  /** A body for all endpoints that accept it, or one for each endpoint, by name. */
  readonly data: unknown;
}

/** Makes the valid request of an endpoint that all of its cases vary in one thing. */
export function baseParts(operation: Operation, given: Given, known: Params): Parts {
  const { name, endpoint, subject } = operation;
  const isValid = (parts: Parts) => subject.inject(assemble(endpoint, parts, subject.basePath)) === undefined;
  const made = acceptedRequest(operation);
  const sampled = firstValid([withCondition(made, ANY) ?? made, made], isValid);
  const own = pick({ ...known, ...given.params }, paramNames(endpoint.path));
  const withParams = firstValid([{ ...sampled, params: { ...sampled.params, ...own } }, sampled], isValid);
  const data = dataFor(name, given.data, subject.contract.endpoints);
  const isGiven = data !== undefined && sampled.body !== undefined;
  const body = isGiven ? data : namingWhatItChanges(endpoint, withParams);
  return firstValid([{ ...withParams, body }, withParams], isValid);
}

/**
 * The body of a request to change something, whose id is in the path and may be in the body, too: services refuse two different
 * ones. JSON:API has it in `data`.
 */
function namingWhatItChanges({ method, path }: Endpoint, { body, params }: Parts): unknown {
  const [, name = ''] = (method !== 'POST' && /\{([^{}]+)\}$/.exec(path)) || [];
  const id = params[name];
  const renamed = (value: unknown) => {
    if (!isRecord(value) || id === undefined || !Object.hasOwn(value, name)) return value;
    return { ...value, [name]: typeof value[name] === 'number' ? Number(id) : id };
  };
  const changed = renamed(body);
  return isRecord(changed) && isRecord(changed.data) ? { ...changed, data: renamed(changed.data) } : changed;
}

/** The condition that whatever exists meets (RFC 9110, 13.1.1). */
const ANY = '*';

function conditionIn({ headers }: Parts): string | undefined {
  return Object.keys(headers).find((each) => each.toLowerCase() === 'if-match');
}

/** Sets the condition of a request to change something only if it is as expected; undefined if it has none. */
function withCondition(parts: Parts, value: string): Parts | undefined {
  const name = conditionIn(parts);
  return name === undefined ? undefined : { ...parts, headers: { ...parts.headers, [name]: value } };
}

/** Replaces the condition that anything meets by the tag of what is changed; undefined if there is none. */
export function withTag(parts: Parts, tag: string | undefined): Parts | undefined {
  const name = conditionIn(parts);
  if (tag === undefined || name === undefined || parts.headers[name] !== ANY) return undefined;
  return withCondition(parts, tag);
}

function firstValid([first, second]: readonly [Parts, Parts], isValid: (parts: Parts) => boolean): Parts {
  return isValid(first) ? first : second;
}

function pick(params: Params, names: readonly string[]): Params {
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name)));
}

/** The body for an endpoint: data is by endpoint if all of its names are those of endpoints. */
function dataFor(endpoint: string, data: unknown, endpoints: Contract['endpoints']): unknown {
  if (!isRecord(data)) return data;
  const names = Object.keys(data);
  const isByEndpoint = names.length > 0 && names.every((name) => Object.hasOwn(endpoints, name));
  if (!isByEndpoint) return data;
  return Object.hasOwn(data, endpoint) ? data[endpoint] : undefined;
}

/** The case in which nothing is wrong with the request of an endpoint. */
export function baseCase({ name, endpoint, subject }: Operation, parts: Parts): Case {
  const request = assemble(endpoint, parts, subject.basePath);
  const draft = {
    operation: name,
    place: 'request',
    type: 'accepted/example',
    title: 'The request is in order',
    request,
    kind: 'accepted',
  } as const;
  return caseOf(draft, { status: usualSuccess(endpoint).status });
}

/** The operations in the order in which they find what they need: what creates before what reads and changes, by depth. */
export function inOrder(subject: Subject): Operation[] {
  const all = Array.from(operationsOf(subject).values(), ({ operation }) => operation);
  // A HEAD has no body, of which anything could be said.
  const others = all.filter(({ endpoint }) => endpoint.method !== 'HEAD');
  return others.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The requests that the contract accepts, but which programs stumble over. */
export function* unusualCases(operation: Operation, base: Parts): Iterable<CaseStep> {
  for (const draft of robustDrafts(operation, base))
    if (!draft) yield draft;
    else if (operation.subject.inject(draft.request) === undefined)
      yield { ...caseOf(draft, { status: usualSuccess(operation.endpoint).status }), certainty: 'open' };
}

/** Ids that nothing has, most likely: of the usual kinds. */
const unlikelyIds: readonly string[] = [
  '999983',
  '2147483629',
  'f3b9c5d2-7a41-4e08-9c66-0d1e5ab7f294',
  'no-such-id',
  'zzzzzzzzzzzzzzzzzzzzzzzz',
];

/** An id of what does not exist. */
interface IdOfNothing {
  readonly type: string;
  readonly what: string;
  readonly basis: Basis;
}

const unknownId: IdOfNothing = {
  type: 'unknown',
  what: 'which nothing has',
  basis: { certainty: 'open', rule: 'a well-formed id that nothing has' },
};
const deletedId: IdOfNothing = {
  type: 'deleted',
  what: 'which was deleted',
  basis: { certainty: 'certain', rule: 'the id of something that was deleted' },
};

/**
 * The request that reads what does not exist, by an id that is well-formed. Nothing is changed by such an id, lest it exist. If the
 * service made the id of the valid request itself, and counts its ids, it has not come so far yet.
 */
export function* unknownIds(operation: Operation, parts: Parts, isMade: boolean): Iterable<Case> {
  const { endpoint, subject } = operation;
  const last = idOf(endpoint);
  if (last === undefined) return;
  for (const id of unlikelyIds) {
    const each = withId(operation, parts, last, { id, ...unknownId });
    if (parts.params[last] === id || subject.inject(each.request) !== undefined) continue;
    const isCertain = isMade && !(Number(parts.params[last]) > Number(id));
    yield isCertain ? { ...each, certainty: 'certain' } : each;
    return;
  }
}

/** The request that reads what was deleted. */
export function* deletedIds(operation: Operation, parts: Parts): Iterable<Case> {
  const last = idOf(operation.endpoint);
  if (last === undefined) return;
  const id = String(parts.params[last]);
  yield withId(operation, parts, last, { id, ...deletedId });
}

/** The parameter for the id of what a GET reads. */
function idOf({ method, path }: Endpoint): string | undefined {
  const [last] = paramNames(path).slice(-1);
  return method === 'GET' && path.endsWith(`{${last}}`) ? last : undefined;
}

function withId(
  { name, endpoint, subject }: Operation,
  parts: Parts,
  last: string,
  { id, type, what, basis }: IdOfNothing & { readonly id: string },
): Case {
  const params = { ...parts.params, [last]: id };
  const request = assemble(endpoint, { ...parts, params }, subject.basePath);
  const title = `${last} is ${JSON.stringify(id)}, ${what}`;
  return caseOf({ operation: name, place: `path.${last}`, type, title, request, basis }, { status: 404 });
}

/** The methods after those that create. */
const later: readonly string[] = ['OPTIONS', 'GET', 'PUT', 'PATCH', 'DELETE'];
const MANY_SEGMENTS = 1000;

function rankOf({ endpoint: { method, path } }: Operation): number {
  return method === 'POST' ? path.split('/').length : MANY_SEGMENTS + later.indexOf(method);
}

/** Where the user may have given a credential. */
interface GivenCredentials {
  readonly headers: Pairs;
  readonly query: Pairs;
}

/** Requests with a credential of the right scheme that is not the one that the user gave. */
export function* wrongCredentials(
  { name, endpoint, subject }: Operation,
  parts: Parts,
  given: GivenCredentials,
): Iterable<Case> {
  const { credential } = endpoint;
  const value = credential && givenFor(credential, given);
  if (!credential || value === undefined) return;
  const drafts = [
    { type: 'wrong', title: `${credential.name} is not a valid one`, value: wrongOf(value) },
    { type: 'empty', title: `${credential.name} is empty`, value: emptyOf(value) },
  ];
  for (const { type, title, value: sent } of drafts) {
    const changed = withValue(parts, credential.in, credential.name, sent);
    const request = assemble(endpoint, changed, subject.basePath);
    yield caseOf({ operation: name, place: 'credential', type, title, request }, { status: 401 });
  }
}

function givenFor({ in: place, name }: Credential, { headers, query }: GivenCredentials): string | undefined {
  if (place === 'query') return query.find(([each]) => each === name)?.[1];
  const isHeader = place === 'header';
  return headers.find(([each]) => isHeader && each.toLowerCase() === name.toLowerCase())?.[1];
}

/** A value of the same scheme, and of the same form if it is Basic. */
function wrongOf(value: string): string {
  const [scheme = '', token] = value.split(' ', 2);
  if (token === undefined) return WRONG;
  return /^basic$/i.test(scheme) ? `${scheme} ${btoa(`${WRONG}:${WRONG}`)}` : `${scheme} ${WRONG}`;
}

const WRONG = 'not-a-valid-one';

function emptyOf(value: string): string {
  const [scheme = '', token] = value.split(' ', 2);
  return token === undefined ? '' : scheme;
}

/** Makes a function that tells whether the contract expects a credential in a header, or in a parameter of the query. */
export function credentialTest({
  endpoints,
}: Contract): (place: 'header' | 'query', name: string) => boolean {
  const all = Object.values(endpoints).flatMap(({ credential }) => everyCredential(credential));
  const places = new Set(all.map(({ in: place, name }) => placed(place, name)));
  return (place, name) => places.has(placed(place, name));
}

/** Names the place of a credential in a request. All cookies are in one header. */
function placed(place: Credential['in'], name: string): string {
  if (place === 'query') return `query ${name}`;
  return `header ${place === 'cookie' ? 'cookie' : name.toLowerCase()}`;
}

/** The parts of a request that has none. */
export const noParts: Parts = { params: {}, query: {}, headers: {}, cookies: {}, body: undefined };
