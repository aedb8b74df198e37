import type { Case } from '../cases/case.ts';
import { isRecord } from '../fields/values.ts';
import { type Description, textIn } from './description.ts';
import type { Entry } from './endpoints.ts';
import { plainText } from './markdown.ts';

/** What is found of an endpoint: its name, what people call it, its words, and the names of its properties and errors. */
type SearchLine = readonly [
  name: string,
  title: string,
  route: string,
  about: string,
  properties: string,
  errors: string,
];

/** The limits on what is searched of one endpoint. */
const MAX_ABOUT = 400;
const MAX_NAMES = 300;
const MAX_LEVELS = 6;

/** Lists what the page's search looks through, a line for each endpoint. */
export function searchJson(
  entries: readonly Entry[],
  description: Description,
  cases: readonly Case[] = [],
): string {
  const types = new Map<string, Set<string>>();
  for (const { operation = '', expected } of cases) {
    const known = types.get(operation) ?? new Set();
    for (const { type } of expected.entries ?? []) known.add(type);
    types.set(operation, known.add(String(expected.status)));
  }
  const lines = entries.map(({ name, endpoint }): SearchLine => {
    const operation = description.operation(endpoint);
    const about = textIn(operation, 'description') ?? '';
    return [
      name,
      plainText(endpoint.summary),
      `${endpoint.method} ${endpoint.path}`,
      plainText(about.slice(0, MAX_ABOUT)),
      namesIn(operation, description).join(' '),
      [...(types.get(name) ?? [])].join(' '),
    ];
  });
  return JSON.stringify(lines);
}

/** The names of parameters and of the properties of bodies. */
function namesIn(operation: Readonly<Record<string, unknown>>, description: Description): string[] {
  const names = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (value: unknown, level: number) => {
    const schema = description.follow(value);
    if (level > MAX_LEVELS || names.size > MAX_NAMES || visited.has(schema)) return;
    visited.add(schema);
    const { properties, items, allOf, anyOf, oneOf } = schema;
    for (const [name, inner] of Object.entries(isRecord(properties) ? properties : {})) {
      names.add(name);
      visit(inner, level + 1);
    }
    if (items !== undefined) visit(items, level + 1);
    for (const member of [allOf, anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each : [])))
      visit(member, level + 1);
  };
  for (const { name } of description.list(operation.parameters)) names.add(String(name));
  const bodies = [operation.requestBody, ...Object.values(description.record(operation, 'responses'))];
  for (const body of bodies)
    for (const media of Object.values(description.record(description.follow(body), 'content')))
      if (isRecord(media)) visit(media.schema, 0);
  return [...names];
}
