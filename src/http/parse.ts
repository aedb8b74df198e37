import type { Body, Endpoint, FormBody } from '../contract/endpoint.ts';
import type { AnyInput } from '../contract/handler.ts';
import type { AnyField } from '../fields/field.ts';
import { object } from '../fields/object.ts';
import { propertiesParser, type Shape } from '../fields/properties.ts';
import { type Issue, Issues, wrong } from '../issues/issue.ts';
import type { RawParts } from './read-parts.ts';

/** Checks the parts of a request, the body among them. All that is wrong is reported, part by part. */
export type Parser = (raw: RawParts, body: unknown, credential: unknown) => AnyInput | Issues;

/** Compiles the parts that the contract declares for the request of an endpoint. */
export function parser({ params, query, headers, cookies, body }: Endpoint): Parser {
  const checkParams = params && namedChecker('path', params);
  const checkQuery = query && namedChecker('query', query);
  const checkHeaders = headers && namedChecker('header', headers);
  const checkCookies = cookies && namedChecker('cookie', cookies);
  const checkBody = bodyChecker(body);

  return (raw, value, credential) => {
    const issues: Issue[] = [];
    const parsed = {
      params: checkParams?.(raw.params, issues),
      query: checkQuery?.(raw.query, issues),
      headers: checkHeaders?.(raw.headers, issues),
      cookies: checkCookies?.(raw.cookies, issues),
      body: checkBody(value, issues),
      credential,
    };
    return Issues.of(issues) ?? parsed;
  };
}

/** The field that reads a body; undefined where the body is taken as it comes. */
export function bodyField(body: Body | undefined): AnyField | undefined {
  if (body === undefined || typeof body === 'string') return undefined;
  return isForm(body) ? object(body.form, body.others ? { unknown: 'forbid' } : {}) : body;
}

export function isForm(body: Body | undefined): body is FormBody {
  return typeof body === 'object' && 'form' in body;
}

/** Checks one part: returns its values, or adds its issues. */
type Checker<Raw> = (raw: Raw, issues: Issue[]) => unknown;

/** A part that is names and values. A missing value is missing from nothing: its input is null. */
function namedChecker(part: string, shape: Shape): Checker<Readonly<Record<string, unknown>>> {
  const parseProperties = propertiesParser(shape);
  const place = [part];
  return (raw, issues) => unlessWrong(parseProperties(raw, null, place), issues);
}

/** The body. An empty one and `null` both stand for one that was forgotten. */
function bodyChecker(body: Body | undefined): Checker<unknown> {
  if (isForm(body)) return formChecker(body);
  const field = bodyField(body);
  if (!field) return (raw) => raw;
  const place = ['body'];
  return (raw, issues) => {
    if (raw !== null) return unlessWrong(field.parseAt(raw, place), issues);
    const absent = field.absent ? field.absent(null) : wrong('missing', null);
    return unlessWrong(absent instanceof Issues ? absent.within(place) : absent, issues);
  };
}

/** A form. As in a query, a missing field is missing from nothing. */
function formChecker({ form, others = false }: FormBody): Checker<unknown> {
  const check = namedChecker('body', form);
  return (raw, issues) => {
    const sent: Readonly<Record<string, unknown>> = Object(raw);
    const value = check(sent, issues);
    if (others) forbidOthers(sent, form, issues);
    return value;
  };
}

function forbidOthers(sent: Readonly<Record<string, unknown>>, form: Shape, issues: Issue[]): void {
  for (const name of Object.keys(sent))
    if (!Object.hasOwn(form, name)) wrong('extra_forbidden', sent[name]).collect(issues, ['body', name]);
}

function unlessWrong(result: unknown, issues: Issue[]): unknown {
  if (!(result instanceof Issues)) return result;
  issues.push(...result.all);
  return undefined;
}
