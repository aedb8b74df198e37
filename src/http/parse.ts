import type { Endpoint } from '../contract/endpoint.ts';
import { isRecord, type ObjectOf, parseProperties, type Shape } from '../fields/object.ts';
import { type Issue, Issues, wrong } from '../issues/issue.ts';

/** The parts of a request that are text, before any of it is checked. */
export interface RawParts {
  readonly params: RawText;
  readonly query: RawText;
  readonly headers: RawText;
}

export type RawText = Readonly<Record<string, string>>;

/** All parts as what the contract says they are; undefined where it says nothing of them. */
export type Parsed = { readonly [Part in keyof RawParts | 'body']: ObjectOf<Shape> | undefined };

/** Checks the parts of a request, the body as JSON among them. All that is wrong is reported, part by part. */
export type Parser = (raw: RawParts, body: unknown) => Parsed | Issues;

/** Compiles what the contract says of an endpoint's request. */
export function parser(endpoint: Endpoint): Parser {
  const { path, query, header, body } = shapesOf(endpoint);
  const checkParams = textChecker('path', path);
  const checkQuery = textChecker('query', query);
  const checkHeaders = textChecker('header', header);
  const checkBody = bodyChecker(body);

  return (raw, json) => {
    const issues: Issue[] = [];
    const parsed = {
      params: checkParams(raw.params, issues),
      query: checkQuery(raw.query, issues),
      headers: checkHeaders(raw.headers, issues),
      body: checkBody(json, issues),
    };
    return Issues.of(issues) ?? parsed;
  };
}

/** What the contract says of each part, by the name that the part has in the path of an issue. */
export function shapesOf({ params, query, headers, body }: Endpoint) {
  return { path: params, query, header: headers, body: body === 'unread' ? undefined : body };
}

/** Checks one part: gives its values, or adds what is wrong to `issues`. */
type Checker<Raw> = (raw: Raw, issues: Issue[]) => ObjectOf<Shape> | undefined;

const unchecked: Checker<unknown> = () => undefined;

/** A part that is names and texts. What is missing is missing from nothing: its input is null. */
function textChecker(place: string, shape: Shape | undefined): Checker<RawText> {
  if (!shape) return unchecked;
  const properties = Object.entries(shape);
  return (raw, issues) => unlessWrong(parseProperties(properties, raw, null, [place]), issues);
}

/** The body. `null` is what one becomes that was forgotten. */
function bodyChecker(shape: Shape | undefined): Checker<unknown> {
  if (!shape) return unchecked;
  const properties = Object.entries(shape);
  const place = ['body'];
  const check = (raw: unknown) => {
    if (isRecord(raw)) return parseProperties(properties, raw, raw, place);
    return wrong(raw === null ? 'missing' : 'dict_type', raw).map((issue) => issue.within(place));
  };
  return (raw, issues) => unlessWrong(check(raw), issues);
}

function unlessWrong(result: ObjectOf<Shape> | Issues, issues: Issue[]): ObjectOf<Shape> | undefined {
  if (!(result instanceof Issues)) return result;
  issues.push(...result.all);
  return undefined;
}
