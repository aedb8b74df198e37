import { type AnyField, field } from '../../fields/field.ts';
import { isRecord } from '../../fields/record.ts';
import { unknown } from '../../fields/unknown.ts';
import { type Issue, Issues, wrong } from '../../issues/issue.ts';
import { withoutPlaces } from './checks.ts';
import type { FieldOf, ObjectSchema } from './object-schema.ts';
import { compilePattern } from './pattern.ts';
import { type Located, partsOf, within } from './references.ts';

/** The field for a property by its name; undefined where there may be none. */
type FieldFor = (name: string) => AnyField | undefined;

/** Patterns of names, with the schema of the properties that they match. */
export type PatternProperties = readonly (readonly [pattern: string, schema: Located])[];

export function patternsIn(schemas: ObjectSchema): PatternProperties {
  return schemas.flatMap((each) => partsOf(within(each, 'patternProperties')));
}

/** The fields of properties by what their names match; `rest` is that of all others. */
export function fieldsByPattern(
  patterns: PatternProperties,
  fieldOf: FieldOf,
  rest: AnyField | undefined,
): FieldFor {
  const compiled = patterns.map(([source, schema]) => ({
    pattern: compilePattern(source),
    item: fieldOf(schema),
  }));
  return (name) => compiled.find(({ pattern }) => pattern?.test(name))?.item ?? rest;
}

/** A model that keeps the properties that it does not name. */
export function withOthers(model: AnyField, known: ReadonlySet<string>, fieldFor: FieldFor): AnyField {
  return field<unknown>({
    ...withoutPlaces(model),
    parse: (raw, fit) => withRest(raw, model.parse(raw, fit), known, fieldFor),
  });
}

function withRest(raw: unknown, value: unknown, known: ReadonlySet<string>, fieldFor: FieldFor): unknown {
  if (!isRecord(raw) || !isRecord(value)) return value;
  const issues: Issue[] = value instanceof Issues ? [...value.all] : [];
  const rest: [string, unknown][] = [];
  for (const name of Object.keys(raw)) {
    if (known.has(name)) continue;
    const result = (fieldFor(name) ?? forbidden).parse(raw[name]);
    if (result instanceof Issues) result.collect(issues, [name]);
    else rest.push([name, result]);
  }
  return Issues.of(issues) ?? Object.fromEntries([...Object.entries(value), ...rest]);
}

const forbidden: AnyField = field<unknown>({
  ...unknown(),
  parse: (raw) => wrong('extra_forbidden', raw),
});
