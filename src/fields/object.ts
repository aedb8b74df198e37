import { Issue, Issues, type Path, wrong } from '../issues/issue.ts';
import { InexactNumber } from '../json/inexact-number.ts';
import type { JsonSchema, Side } from './definition.ts';
import { type AnyField, type Field, field, type ValueOf } from './field.ts';

/** Named fields, in the order in which they are checked and written. */
export type Shape = Readonly<Record<string, AnyField>>;
export type Properties = readonly (readonly [name: string, property: AnyField])[];
export type ObjectOf<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

/** A JSON object with these properties. Others are ignored; all that is wrong is reported, in order. */
export function object<S extends Shape>(shape: S): Field<ObjectOf<S>> {
  const properties = Object.entries(shape);
  const members = properties.map(([name, property], at) => ({
    name,
    property,
    start: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  }));
  return field<ObjectOf<S>>({
    parse: (raw) =>
      isRecord(raw) ? parseProperties(properties, raw, raw) : wrong('model_attributes_type', raw),
    parseAt: (raw, place) =>
      isRecord(raw)
        ? parseProperties(properties, raw, raw, place)
        : wrong('model_attributes_type', raw).within(place),
    write: (value) => writeMembers(members, value),
    describe: (side) => describeProperties(properties, side),
  });
}

/**
 * Checks each declared property of `raw`; `enclosing` is what a missing one reports as its input, `place` what
 * holds them all. Only own properties count: `constructor` was not sent because every object has one.
 */
export function parseProperties<S extends Shape>(
  properties: Properties,
  raw: Readonly<Record<string, unknown>>,
  enclosing: unknown,
  place: Path = [],
): ObjectOf<S> | Issues {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [name, property] of properties) {
    const result = Object.hasOwn(raw, name) ? property.parse(raw[name]) : whenAbsent(property, enclosing);
    if (result instanceof Issues) result.collect(issues, [...place, name]);
    else values[name] = result instanceof Issue ? result.within([...place, name]) : result;
  }
  return Issues.of(issues) ?? (values as ObjectOf<S>);
}

function whenAbsent(property: AnyField, enclosing: unknown): unknown {
  return property.absent ? property.absent(enclosing) : wrong('missing', enclosing);
}

interface Member {
  readonly name: string;
  readonly property: AnyField;
  /** What stands before its value. */
  readonly start: string;
}

function writeMembers(members: readonly Member[], value: ObjectOf<Shape>): string {
  let text = '';
  for (const { name, property, start } of members) text += start + property.write(value[name]);
  return text === '' ? '{}' : `${text}}`;
}

function describeProperties(properties: Properties, side: Side): JsonSchema {
  const required = properties.filter(([, property]) => side === 'output' || property.required);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, property]) => [name, property.describe(side)])),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

/** Whether this is what a JSON object becomes. */
export function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !(raw instanceof InexactNumber);
}
