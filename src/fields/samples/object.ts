import type { AnyField } from '../field.ts';
import { isRecord } from '../record.ts';
import { firstOf, type Open, type Samples } from '../samples.ts';

type Properties = readonly (readonly [name: string, property: AnyField])[];
type ObjectValues = Readonly<Record<string, unknown>>;

/** Objects in which one property is at its bounds, wrong, missing or unknown; then one in which all are wrong. */
export function objectSamples(
  properties: Properties,
  forbidsOthers: boolean,
  like: unknown,
  open: Open,
): Samples {
  const base = isRecord(like) ? like : exampleOf(properties, open);
  return {
    accepted: accepted(properties, base, open),
    refused: refused(properties, base, forbidsOthers, open),
  };
}

/** Makes an object of the required properties that have samples. */
function exampleOf(properties: Properties, open: Open): ObjectValues {
  const example: Record<string, unknown> = {};
  for (const [name, property] of properties) {
    const value = property.required ? firstOf(property.samples(undefined, open).accepted) : undefined;
    if (value !== undefined) example[name] = value;
  }
  return example;
}

function* accepted(properties: Properties, base: ObjectValues, open: Open): Iterable<unknown> {
  yield base;
  for (const [name, property] of properties) {
    if (Object.hasOwn(base, name) && !property.required) yield without(base, name);
    for (const value of property.samples(base[name], open).accepted)
      if (value !== base[name]) yield { ...base, [name]: value };
  }
}

function* refused(
  properties: Properties,
  base: ObjectValues,
  forbidsOthers: boolean,
  open: Open,
): Iterable<unknown> {
  for (const [name, property] of properties) {
    yield without(base, name);
    yield* changed(base, name, property, open);
  }
  if (forbidsOthers) yield { ...base, [unusedName(properties)]: 'text' };
  yield allWrong(properties, base, open);
}

function* changed(base: ObjectValues, name: string, property: AnyField, open: Open): Iterable<unknown> {
  for (const value of property.samples(base[name], open).refused) yield { ...base, [name]: value };
}

function without(base: ObjectValues, name: string): ObjectValues {
  const { [name]: _, ...others } = base;
  return others;
}

function unusedName(properties: Properties): string {
  const names = new Set(properties.map(([name]) => name));
  let name = 'unknown';
  while (names.has(name)) name += '_';
  return name;
}

/** Replaces each property with the first value that it refuses. */
function allWrong(properties: Properties, base: ObjectValues, open: Open): ObjectValues {
  const wrong: Record<string, unknown> = {};
  for (const [name, property] of properties) {
    const [value] = property.samples(base[name], open).refused;
    if (value !== undefined) wrong[name] = value;
  }
  return { ...base, ...wrong };
}
