import type { AnyInput } from '../contract/endpoint.ts';
import {
  type Body,
  type Endpoint,
  type FormBody,
  isForm,
  isShape,
  type QueryPairs,
} from '../contract/endpoint.ts';
import { Found, Issues, listing, toList, wrong } from '../errors/issue.ts';
import { type AnyField, missing } from '../fields/field.ts';
import { object, propertiesParser, type Shape } from '../fields/object.ts';
import { omittable } from '../fields/optional.ts';
import { spending } from '../fields/work.ts';
import { afterSteps, type Steps, stepsBy } from '../text/turns.ts';
import type { RawParts } from './parts.ts';

interface Parser {
  /** Checks the parts of a request, including the body, which takes `bytes`. All issues are reported, part by part. */
  parse(raw: RawParts, body: unknown, credential: unknown, bytes?: number): AnyInput | Issues;
  /** Does the same in steps; undefined if it can't take long. */
  parseInSteps(
    raw: RawParts,
    body: unknown,
    credential: unknown,
    bytes: number,
  ): Steps<AnyInput | Issues> | undefined;
}

/** Reads what may take long in steps, and returns what then parses the request with it; undefined if nothing may. */
export type ReadAhead = (
  endpoint: Endpoint,
  raw: RawParts,
  body: unknown,
  bytes: number,
) => Steps<Ahead> | undefined;
export type Ahead = <Result>(parse: (check?: Checker<unknown>) => Result) => Result;

/** The bytes from which a body is read in steps. */
export const LONG_BODY = 16 * 1024;

/** Compiles the parser of the parts that an endpoint declares. */
export function parser(endpoint: Endpoint, maxErrors: number, readAhead: ReadAhead = readLongBody): Parser {
  const { params, query, checkQuery: checkWhole, headers, cookies, body } = endpoint;
  const checkParams = params && namedChecker('path', params);
  const checkQuery = (query ?? checkWhole) && queryChecker(query ?? {}, checkWhole);
  const checkHeaders = headers && namedChecker('header', headers);
  const checkCookies = cookies && namedChecker('cookie', cookies);
  const checkBody = bodyChecker(body);

  /** Makes a function that reads values, or parts of them, in as many steps together as such a request may take. */
  const reader = (bytes: number) => {
    const budget = { left: STEPS + bytes * STEPS_PER_BYTE };
    const issues = toList(maxErrors);
    return <Result>(read: () => Result) => spending(budget, () => listing(issues, read));
  };

  const parse = (raw: RawParts, value: unknown, credential: unknown, bytes = 0, check = checkBody) =>
    reader(bytes)(() => {
      const found = new Found();
      const parsed = {
        params: checkParams?.(raw.params, found),
        query: checkQuery?.(raw, found),
        headers: checkHeaders?.(raw.headers, found),
        cookies: checkCookies?.(raw.cookies, found),
        body: check(value, found),
        credential,
      };
      return found.issues?.atMost(maxErrors) ?? parsed;
    });

  return {
    parse,
    parseInSteps(raw, value, credential, bytes) {
      const steps = readAhead(endpoint, raw, value, bytes);
      const parseWith = (check?: Checker<unknown>) => parse(raw, value, credential, bytes, check);
      return steps && afterSteps(stepsBy(reader(bytes), steps), (ahead) => ahead(parseWith));
    },
  };
}

/** The steps that any request may take. */
const STEPS = 50_000;
/** Those for each byte of its body. A list of numbers has an item for every two bytes, and each may be tried as eight kinds. */
const STEPS_PER_BYTE = 4;

/** Reads a long body in steps, if its field has any. */
function readLongBody(
  { body }: Endpoint,
  _: unknown,
  value: unknown,
  bytes: number,
): Steps<Ahead> | undefined {
  const steps = bytes < LONG_BODY || !isSent(value) ? undefined : bodyField(body)?.parseInSteps?.(value);
  return (
    steps && afterSteps(steps, (result) => (parse) => parse((_, found) => unlessWrong(atBody(result), found)))
  );
}

/** Returns the field that reads a body; undefined if the body is not checked. */
export function bodyField(body: Body | undefined): AnyField | undefined {
  if (body === undefined || typeof body === 'string') return undefined;
  if (!isForm(body)) return fieldOf(body);
  const made = object(body.form, body.others === 'forbid' ? { unknown: 'forbid' } : {});
  return body.isOptional ? omittable(made) : made;
}

/** Returns the field of a body, which may be declared by the fields of an object. */
export function fieldOf(body: AnyField | Shape): AnyField {
  return isShape(body) ? object(body) : body;
}

/** Checks one part: returns its values, or adds its issues. */
type Checker<Raw> = (raw: Raw, found: Found) => unknown;

/** Checks a part that consists of names and values. Nothing encloses a missing value, so its input is null. */
function namedChecker(
  part: string,
  shape: Shape,
  isModel = false,
): Checker<Readonly<Record<string, unknown>>> {
  const parseProperties = propertiesParser(shape);
  const place = [part];
  return (raw, found) => unlessWrong(parseProperties(raw, isModel ? raw : null, place), found);
}

/** Checks the query, and then what its contract says of it as a whole. */
function queryChecker(shape: Shape, checkWhole: Endpoint['checkQuery']): Checker<RawParts> {
  const check = namedChecker('query', shape);
  if (!checkWhole) return ({ query }, found) => check(query, found);
  return ({ query, pairs = pairsOf(query) }, found) => {
    const value = check(query, found);
    const issues = checkWhole(pairs);
    if (issues) found.add(issues, ['query']);
    return value;
  };
}

/** The names and values of a query that is made up. */
function pairsOf(query: RawParts['query']): QueryPairs {
  return Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
}

/** Checks the body. Both an empty one and `null` count as missing, unless the field takes null for a value. */
function bodyChecker(body: Body | undefined): Checker<unknown> {
  if (isForm(body)) return unlessLeftOut(formChecker(body), body);
  const field = bodyField(body);
  if (!field) return (raw) => raw;
  return (raw, found) => {
    if (isSent(raw)) return unlessWrong(field.parseAt(raw, bodyPlace), found);
    return unlessWrong(atBody(field.absent ? field.absent(raw) : missing(field, null)), found);
  };
}

const bodyPlace = ['body'];

function atBody(result: unknown): unknown {
  return result instanceof Issues ? result.within(bodyPlace) : result;
}

function isSent(raw: unknown): boolean {
  return raw !== null && raw !== undefined;
}

/** Accepts that an optional form is left out. */
function unlessLeftOut(check: Checker<unknown>, { isOptional }: FormBody): Checker<unknown> {
  return isOptional ? (raw, found) => (raw === undefined ? undefined : check(raw, found)) : check;
}

/** Checks a form. As in a query, the input of a missing field is null, except in a model, where it is the form. */
function formChecker({ form, others, isModel }: FormBody): Checker<unknown> {
  const check = namedChecker('body', form, isModel);
  if (others === undefined) return (raw, found) => check(Object(raw), found);
  const parseOther = others === 'forbid' ? forbidden : others.parse;
  return (raw, found) => {
    const sent: Readonly<Record<string, unknown>> = Object(raw);
    const value = check(sent, found);
    const rest = Object.keys(sent).filter((name) => !Object.hasOwn(form, name));
    const read = rest.map((name) => {
      const result = parseOther(sent[name]);
      if (result instanceof Issues) found.add(result, ['body', name]);
      return [name, result] as const;
    });
    return { ...Object(value), ...Object.fromEntries(read) };
  };
}

function forbidden(raw: unknown): Issues {
  return wrong('extra_forbidden', raw);
}

function unlessWrong(result: unknown, found: Found): unknown {
  if (!(result instanceof Issues)) return result;
  found.add(result);
  return undefined;
}
