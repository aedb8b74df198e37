import { isRecord } from '../fields/values.ts';
import { type Kind, kindOfItem, kindOfMember, referenceIn } from './kinds.ts';
import type { Unsupported } from './mistake.ts';
import { escapeStep, type Located, type References, within } from './references.ts';
import type { Schema } from './schema.ts';
import { schemaFaults } from './schema-faults.ts';
import { mappingOf } from './tagged.ts';

/** Keywords whose value is a map of schemas. */
const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const UNREAD_MAPPING =
  'has a discriminator that is ignored, because its mapping leads to files that were not read: it is read as anyOf';
const NO_SCHEMA = 'is not a schema, so it is not checked';

function isSchema(value: unknown): boolean {
  return isRecord(value) || typeof value === 'boolean';
}

/** A part of a document on the way to others. Its place is only assembled when it is reported. */
interface Step {
  readonly value: unknown;
  readonly kind: Kind;
  readonly name: string;
  /** The part that contains it, or the place where the walk starts. */
  readonly from: Step | string;
}

function placeOf(step: Step): string {
  const names: string[] = [];
  let { name, from } = step;
  for (; typeof from !== 'string'; { name, from } = from) names.push(escapeStep(name));
  return [from, ...names.reverse()].join('/');
}

function startAt({ value, at }: Located): Step {
  return { value, kind: 'part', name: '', from: at };
}

/** Tells whether a schema is a union whose discriminator has a mapping. */
function isMapped({ oneOf, anyOf, discriminator }: Schema): boolean {
  return (
    isRecord(discriminator) &&
    isRecord(discriminator.mapping) &&
    (Array.isArray(oneOf) || Array.isArray(anyOf))
  );
}

function discriminatorAt(step: Step, schema: Schema): Located {
  return within({ value: schema, at: placeOf(step) }, 'discriminator');
}

/** Follows every reference and mapping of a file once. Throws if one leads nowhere. */
export function checkReferences(file: Located, references: References): void {
  const open = [startAt(file)];
  const known = new Set<string>();
  for (let step = open.pop(); step; step = open.pop()) {
    const { value, kind } = step;
    if (Array.isArray(value)) pushItems(value, step, open);
    if (!isRecord(value)) continue;
    const reference = referenceIn(value, kind);
    if (reference !== undefined && !known.has(reference)) {
      known.add(reference);
      references.follow({ value, at: placeOf(step) });
    }
    if (kind === 'part' && isMapped(value)) mappingOf(discriminatorAt(step, value), references);
    for (const name of Object.keys(value)) {
      const inner = memberOf(step, value, name);
      if (isHolder(inner.value) && inner.kind !== 'data') open.push(inner);
    }
  }
}

function pushItems(items: readonly unknown[], from: Step, open: Step[]): void {
  const kind = kindOfItem(from.kind);
  for (const [at, value] of items.entries())
    if (isHolder(value)) open.push({ value, kind, name: String(at), from });
}

function memberOf(from: Step, record: Readonly<Record<string, unknown>>, name: string): Step {
  const value = record[name];
  return { value, kind: kindOfMember(from.kind, name, value), name, from };
}

function isHolder(value: unknown): value is unknown[] | Readonly<Record<string, unknown>> {
  return Array.isArray(value) || isRecord(value);
}

/** Lists what the schemas of requests say that is not validated exactly. */
export function inspectInputs(inputs: readonly Located[], references: References): Unsupported[] {
  const found: Unsupported[] = [];
  const seen = new Set<object>();
  const open: Step[] = inputs.map(startAt);
  for (let next = open.pop(); next; next = open.pop()) {
    const step = next.kind === 'map' ? next : followed(next, references);
    const { value, kind } = step;
    if (!isHolder(value) || seen.has(value)) continue;
    seen.add(value);
    const report = (what: string, at = step) => found.push({ place: references.shown(placeOf(at)), what });
    if (isRecord(value) && kind === 'part')
      for (const what of faultsOf(value, step, references)) report(what);
    if (Array.isArray(value)) pushItems(value, step, open);
    else inspectParts(value, step, open, report);
  }
  return found;
}

function faultsOf(schema: Schema, step: Step, references: References): string[] {
  const isUnread = isMapped(schema) && !mappingOf(discriminatorAt(step, schema), references);
  return isUnread ? [...schemaFaults(schema), UNREAD_MAPPING] : schemaFaults(schema);
}

function inspectParts(
  value: Readonly<Record<string, unknown>>,
  from: Step,
  open: Step[],
  report: (what: string, at: Step) => void,
): void {
  for (const name of Object.keys(value)) {
    const inner = memberOf(from, value, name);
    if ((inner.kind === 'part' || inner.kind === 'map') && isHolder(inner.value)) open.push(inner);
    if (from.kind !== 'map' || !schemaMaps.has(from.name) || isSchema(inner.value)) continue;
    report(NO_SCHEMA, inner);
  }
}

function followed(step: Step, references: References): Step {
  const { value } = step;
  if (!isRecord(value) || typeof value.$ref !== 'string') return step;
  return startAt(references.follow({ value, at: placeOf(step) }));
}

/** Tells whether FastAPI wrote a document, by the schemas of its 422. */
export function isWrittenByFastapi(document: Located): boolean {
  const schemas = within(within(document, 'components'), 'schemas');
  return ['HTTPValidationError', 'ValidationError'].every((name) => isRecord(within(schemas, name).value));
}
