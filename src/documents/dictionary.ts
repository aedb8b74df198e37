import { Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { dictionary } from '../fields/list.ts';
import { unknown } from '../fields/optional.ts';
import { text } from '../fields/text.ts';
import { isRecord } from '../fields/values.ts';
import { chained, never } from './checks.ts';
import { wrong } from './issues.ts';
import {
  combined,
  type FieldOf,
  keywordIn,
  type ObjectSchema,
  patternsIn,
  requiredNames,
  sizesIn,
} from './object-schema.ts';
import { fieldsByPattern, withOthers } from './other-properties.ts';
import { compilePattern } from './pattern.ts';
import type { Located } from './references.ts';
import { isOrdered } from './schema.ts';

/** Makes the field of an object without named properties. */
export function dictionaryField(schemas: ObjectSchema, fieldOf: FieldOf, isFastapi: boolean): AnyField {
  return requiring(valuesField(schemas, fieldOf, isFastapi), requiredNames(schemas));
}

function valuesField(schemas: ObjectSchema, fieldOf: FieldOf, isFastapi: boolean): AnyField {
  const names = namesField(schemas, fieldOf);
  const others = combined(keywordIn(schemas, 'additionalProperties'));
  const patterns = patternsIn(schemas);
  const [only] = patterns;
  const key = names ?? (only && patternKey(only[0]));
  const values = only ? only[1] : others;
  const item = isRecord(values?.value) ? fieldOf(values) : unknown();
  const sizes = sizesIn(schemas);
  if (!isOrdered(sizes.minItems, sizes.maxItems)) return never('minProperties');
  const made = dictionary(item, { ...(key && { key }), ...sizes });
  if (!only || (isFastapi && patterns.length === 1 && !others)) return made;
  const rest = others?.value === false ? undefined : isRecord(others?.value) ? fieldOf(others) : unknown();
  const all = dictionary(unknown(), { ...(names && { key: names }), ...sizes });
  const { samples } = made;
  return derive(withOthers(all, new Set(), fieldsByPattern(schemas, fieldOf, rest)), { samples });
}

/** Makes the field of the names of properties; undefined if they may be any. */
export function namesField(schemas: ObjectSchema, fieldOf: FieldOf): AnyField | undefined {
  const names = combined(keywordIn(schemas, 'propertyNames'));
  return names && fieldOf(ofText(names));
}

/** Adds the type to a schema of property names, which are always strings. */
function ofText({ value, at }: Located): Located {
  const isPlain =
    isRecord(value) && value.type === undefined && value.$ref === undefined && value.enum === undefined;
  return { value: isPlain ? { ...value, type: 'string' } : value, at };
}

/** The field of names that must match a pattern. Pydantic describes such a dictionary with `patternProperties` alone. */
function patternKey(source: string): AnyField | undefined {
  const pattern = compilePattern(source);
  return pattern && text({ pattern });
}

/** A dictionary with some required names. */
function requiring(inner: AnyField, names: readonly string[]): AnyField {
  if (names.length === 0) return inner;
  return derive(inner, {
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (!isRecord(raw)) return value;
      const issues = value instanceof Issues ? [...value.all] : [];
      for (const name of names) if (!Object.hasOwn(raw, name)) wrong('missing', raw).collect(issues, [name]);
      return Issues.of(issues) ?? value;
    },
    samples(like, open) {
      const { accepted, refused } = inner.samples(like, open);
      return { accepted: withNames(accepted, names), refused: chained(refused, accepted) };
    },
  });
}

/** Adds these names to each sample of a dictionary. */
function* withNames(samples: Iterable<unknown>, names: readonly string[]): Iterable<unknown> {
  for (const sample of [...samples].filter(isRecord)) {
    const [value = null] = Object.values(sample);
    yield { ...Object.fromEntries(names.map((name) => [name, value])), ...sample };
  }
}
