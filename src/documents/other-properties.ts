import { type Issue, Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { unknown } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';
import { intersection } from './checks.ts';
import { wrong } from './issues.ts';
import { type FieldOf, type ObjectSchema, schemasByPattern } from './object-schema.ts';
import type { Located } from './references.ts';

/** Returns the field for a property name; undefined if it is forbidden. */
type FieldFor = (name: string) => AnyField | undefined;

/** Chooses the field by the patterns that a name matches; `rest` is for all other names. */
export function fieldsByPattern(
  schemas: ObjectSchema,
  fieldOf: FieldOf,
  rest: AnyField | undefined,
): FieldFor {
  const schemasFor = schemasByPattern(schemas);
  const made = new Map<Located, AnyField>();
  const fieldFor = (schema: Located) => {
    const field = made.get(schema) ?? fieldOf(schema);
    made.set(schema, field);
    return field;
  };
  return (name) => {
    const [first, ...others] = schemasFor(name).map(fieldFor);
    return first && others.length > 0 ? intersection([first, ...others]) : (first ?? rest);
  };
}

/** A model that validates and keeps properties beyond those it names. */
export function withOthers(model: AnyField, known: ReadonlySet<string>, fieldFor: FieldFor): AnyField {
  return derive(model, { parse: (raw, fit) => withRest(raw, model.parse(raw, fit), known, fieldFor) });
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

const forbidden: AnyField = derive(unknown(), { parse: (raw) => wrong('extra_forbidden', raw) });
