import { aField, isField } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import {
  aFlag,
  aFunction,
  aNumber,
  anObject,
  anything,
  aPositive,
  aString,
  checkOptions,
  choice,
  either,
  listOf,
  needed,
  options,
  type Rule,
  type Rules,
  rule,
} from '../text/options.ts';
import { isFieldName } from '../text/strings.ts';
import type { AnyHandler } from './endpoint.ts';
import {
  allMethods,
  type Contract,
  type Endpoint,
  type EndpointLimits,
  type Example,
  type FormBody,
  isForm,
  isShape,
  type Tag,
} from './endpoint.ts';
import { paramNames, pathMistake } from './path.ts';
import { type AnySuccess, mistakenReplyHeader, mistakenSuccess, successesOf } from './success.ts';

/**
 * Throws an error with a one-sentence message if a contract is invalid or its handlers don't match its endpoints. That each
 * property has the right type is checked only if people wrote the contract, as plain JavaScript allows any: the check reads every
 * field, and those of a document are made when they are first read.
 */
export function checkContract(
  contract: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  source: 'people' | 'document',
): void {
  const { endpoints } = contract;
  checkOptions('the contract', contract, contractRules);
  const checks = source === 'people' ? [...checksOfTypes, ...checksOfMeaning] : checksOfMeaning;
  for (const [name, page] of Object.entries(contract.pages ?? {})) checkProperties(name, page);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (source === 'people') checkProperties(name, endpoint);
    const mistake = mistakeIn(endpoint, checks) ?? mistakenHandler(handlers, name);
    if (mistake !== undefined) throw new Error(`The endpoint ${name} ${mistake}`);
  }
  for (const name of Object.keys(handlers))
    if (!Object.hasOwn(endpoints, name))
      throw new Error(`There is a handler ${name}, but no endpoint of that name`);
}

const contractRules: Rules<Contract> = {
  title: needed(aString),
  version: needed(aString),
  description: aString,
  license: options<NonNullable<Contract['license']>>({ name: needed(aString), identifier: aString }),
  contact: options<NonNullable<Contract['contact']>>({ name: aString, url: aString, email: aString }),
  tags: listOf(either(aString, options<Tag>({ name: needed(aString), description: needed(aString) }))),
  endpoints: needed(anObject as Rule<Contract['endpoints']>),
  pages: anObject as Rule<Contract['endpoints']>,
  document: anObject as Rule<NonNullable<Contract['document']>>,
  loadServed: aFunction,
};

/** Properties without a rule of their own are checked below, where a message can say more. */
const exampleRules: Rules<Example> = {
  title: needed(aString),
  params: anything,
  query: anything,
  headers: anything,
  body: anything,
  status: needed(aNumber),
};

const oneOfReplies: Rules<Omit<AnySuccess, 'status'>> = {
  body: anything,
  mediaType: anything,
  type: anything,
  headers: anything,
};

const replyRules: Rules<AnySuccess> = { ...oneOfReplies, status: needed(aNumber) };

const formRules: Rules<FormBody> = {
  form: needed(anything),
  isModel: aFlag,
  others: either(choice('forbid'), aField),
  isOptional: aFlag,
};

const endpointRules: Rules<Endpoint> = {
  method: needed({ ...anything, allowed: `one of ${allMethods.join(', ')}` }),
  path: needed(rule('a path such as /lamps', (value): value is `/${string}` => typeof value === 'string')),
  tag: aString,
  summary: needed(aString),
  description: aString,
  params: anything,
  decodesPath: aFlag,
  query: anything,
  checkQuery: aFunction,
  headers: anything,
  cookies: anything,
  body: anything,
  otherBody: aFunction,
  bodyTypes: listOf(aString),
  declaredSecrets: aFunction,
  credential: anything,
  limits: options<EndpointLimits>({ body: aPositive, depth: aPositive, handlerTimeout: aPositive }),
  reply: options(replyRules) as Rule<NonNullable<Endpoint['reply']>>,
  replies: anObject as Rule<NonNullable<Endpoint['replies']>>,
  refusals: anything,
  examples: listOf(options(exampleRules)),
};

function checkProperties(name: string, endpoint: Endpoint): void {
  checkOptions(`the endpoint ${name}`, endpoint, endpointRules);
  const { body, replies } = endpoint;
  for (const [status, reply] of Object.entries(replies ?? {}))
    checkOptions(`the reply ${status} of the endpoint ${name}`, reply, oneOfReplies);
  if (isForm(body)) checkOptions(`the form of the endpoint ${name}`, body, formRules);
}

/** Returns the mistake that a check finds in an endpoint, as the end of a sentence about it. */
type Check = (endpoint: Endpoint) => string | undefined;

const checksOfTypes: readonly Check[] = [wrongType, missingField, mistakenHeader];
const checksOfMeaning: readonly Check[] = [
  wrongMethod,
  mistakenParams,
  mistakenBody,
  mistakenRefusal,
  nameTakenTwice,
  mistakenExample,
];

function mistakeIn(endpoint: Endpoint, checks: readonly Check[]): string | undefined {
  for (const check of checks) {
    const mistake = check(endpoint);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

function wrongType(endpoint: Endpoint): string | undefined {
  const { body, credential } = endpoint;
  const mistake = mistakenSuccess(endpoint);
  if (mistake !== undefined) return mistake;
  if (
    !(
      body === undefined ||
      body === 'bytes' ||
      body === 'unread' ||
      isField(body) ||
      isForm(body) ||
      isShape(body)
    )
  )
    return 'has a body that is neither a field nor a form';
  if (endpoint.bodyTypes && typeof body !== 'string')
    return "has bodyTypes, which are for the body 'bytes' or 'unread'";
  return credential !== undefined && typeof credential?.read !== 'function'
    ? 'has a credential that is none of bearer(), basic() and apiKey()'
    : undefined;
}

/** Finds a name that has no field, such as one whose field was not called: `integer` for `integer()`. */
function missingField(endpoint: Endpoint): string | undefined {
  const { params, query, headers, cookies, body, refusals } = endpoint;
  const form = isForm(body) ? body.form : undefined;
  const shape = isShape(body) ? body : undefined;
  const parts = { params, query, headers, cookies, body: shape, form, refusals };
  const replies = successesOf(endpoint).flatMap(({ headers: own, body }): [string, unknown][] => [
    ['reply headers', own],
    ...(isField(body) || body === 'bytes' ? [] : [['reply body', body] as [string, unknown]]),
  ]);
  for (const [part, fields = {}] of [...Object.entries(parts), ...replies]) {
    if (!isRecord(fields)) return `has no object of fields as its ${part}`;
    for (const [name, field] of Object.entries(fields))
      if (!isField(field)) return `has no field for ${name} in its ${part}`;
  }
  return undefined;
}

function mistakenHeader(endpoint: Endpoint): string | undefined {
  for (const name of Object.keys(endpoint.headers ?? {}))
    if (!isFieldName(name)) return `has a field for the header ${JSON.stringify(name)}, which can't be sent`;
  return mistakenReplyHeader(endpoint);
}

function wrongMethod({ method }: Endpoint): string | undefined {
  return allMethods.includes(method)
    ? undefined
    : `has the method ${method}; it must be one of ${allMethods.join(', ')}`;
}

function mistakenParams({ path, params = {} }: Endpoint): string | undefined {
  const mistake = pathMistake(path);
  if (mistake !== undefined) return mistake;
  const names = paramNames(path);
  for (const name of names)
    if (!Object.hasOwn(params, name)) return `has no field for the parameter ${name} of its path`;
  for (const name of Object.keys(params))
    if (!names.includes(name)) return `has a field for the parameter ${name}, which is not in its path`;
  return undefined;
}

function mistakenBody({ method, body }: Endpoint): string | undefined {
  return body !== undefined && (method === 'GET' || method === 'HEAD')
    ? `is a ${method} and can't have a body`
    : undefined;
}

const bodilessStatuses: readonly number[] = [204, 205, 304];

function mistakenRefusal({ refusals = {} }: Endpoint): string | undefined {
  for (const key of Object.keys(refusals)) {
    if (!/^[2-5]\d\d$/.test(key) || bodilessStatuses.includes(Number(key)))
      return `refuses with ${key}, which is not a status with a body`;
  }
  return undefined;
}

/** Finds a name used twice: that of a header, in any case, or that of the credential. */
function nameTakenTwice(endpoint: Endpoint): string | undefined {
  const { headers = {}, query = {}, cookies = {}, credential } = endpoint;
  const names = new Set<string>();
  for (const name of Object.keys(headers)) {
    const known = name.toLowerCase();
    if (names.has(known)) return twice('header', known);
    names.add(known);
  }
  if (!credential) return undefined;
  const { in: part, name } = credential;
  if (part === 'header') return names.has(name.toLowerCase()) ? twice(part, name.toLowerCase()) : undefined;
  return Object.hasOwn(part === 'query' ? query : cookies, name) ? twice(part, name) : undefined;
}

function twice(part: string, name: string): string {
  return `has two fields for the ${part} ${name}`;
}

/** The statuses that any endpoint may answer before its handler is called. */
const automaticStatuses: readonly number[] = [400, 401, 404, 405, 413, 415, 422];

function mistakenExample(endpoint: Endpoint): string | undefined {
  const { examples = [], refusals = {}, path } = endpoint;
  const accepted = successesOf(endpoint).map(({ status }) => status);
  const names = paramNames(path);
  for (const { title, status, params = {} } of examples) {
    const other = Object.keys(params).find((name) => !names.includes(name));
    if (other !== undefined)
      return `has an example, ${JSON.stringify(title)}, with the parameter ${other}, which is not in its path`;
    const isDeclared = accepted.includes(status) || Object.hasOwn(refusals, status);
    if (!isDeclared && !automaticStatuses.includes(status))
      return `has an example, ${JSON.stringify(title)}, with the undeclared status ${status}`;
  }
  return undefined;
}

function mistakenHandler(handlers: Readonly<Record<string, AnyHandler>>, name: string): string | undefined {
  const isThere = Object.hasOwn(handlers, name) && typeof handlers[name] === 'function';
  return isThere ? undefined : 'has no handler';
}
