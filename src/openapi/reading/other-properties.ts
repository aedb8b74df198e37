import { type AnyField, field } from '../../fields/field.ts';
import { isRecord } from '../../fields/record.ts';
import { unknown } from '../../fields/unknown.ts';
import { type Issue, Issues } from '../../issues/issue.ts';
import { wrong } from './issues.ts';
import type { FieldOf, ObjectSchema } from './object-schema.ts';
import { compilePattern } from './pattern.ts';
import { type Located, partsOf, within } from './references.ts';

/** Returns the field for a property name; undefined if it is forbidden. */
type FieldFor = (name: string) => AnyField | undefined;

/** Patterns of property names, each with the schema of the values. */
export type PatternProperties = readonly (readonly [pattern: string, schema: Located])[];

export function patternsIn(schemas: ObjectSchema): PatternProperties {
  return schemas.flatMap((each) => partsOf(within(each, 'patternProperties')));
}

/** Chooses the field by the first pattern that matches; `rest` is for all other names. */
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

/** A model that validates and keeps properties beyond those it names. */
export function withOthers(model: AnyField, known: ReadonlySet<string>, fieldFor: FieldFor): AnyField {
  return field<unknown>({
    ...model,
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
