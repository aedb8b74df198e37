import { casesOf } from '../cases/cases.ts';
import type { Subject } from '../cases/subject.ts';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import type { AnyField } from '../fields/field.ts';
import { Definitions } from '../fields/field.ts';
import { bodyField } from '../http/parse.ts';

/** The types of validation errors in each endpoint's automatic 422, by its name. Empty unless all of them are known. */
export type EntryTypes = ReadonlyMap<string, readonly string[]>;

/** Collects the types from the refusals of an app. */
export function entryTypesOf(subject: Subject): EntryTypes {
  if (!haveSamples(subject.contract)) return new Map();
  const found = new Map<string, Set<string>>();
  for (const { operation, expected } of casesOf(subject)) {
    if (operation === undefined || !expected.entries) continue;
    const types = found.get(operation) ?? new Set();
    for (const { type } of expected.entries) types.add(type);
    found.set(operation, types);
  }
  return new Map([...found].map(([name, types]) => [name, [...types].sort()]));
}

/** Matches a bound that is too large for samples. */
const FAR_BOUND = /"(?:min|max)(?:Length|Items|Properties)":[1-9][0-9]{4}/;

/** Tells whether the samples show every refusal. Custom fields need not have samples. */
function haveSamples({ endpoints }: Contract): boolean {
  const definitions = new Definitions();
  const schemas = Object.values(endpoints)
    .flatMap(fieldsOf)
    .map((field) => field.describe('request', definitions));
  return definitions.areSampled && !FAR_BOUND.test(JSON.stringify([schemas, definitions.all]));
}

function fieldsOf({ params, query, headers, cookies, body }: Endpoint): AnyField[] {
  const own = bodyField(body);
  return [...Object.values({ ...params, ...query, ...headers, ...cookies }), ...(own ? [own] : [])];
}
