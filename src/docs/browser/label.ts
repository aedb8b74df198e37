import type { Frozen } from './swagger.ts';

interface Schema {
  readonly type?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
}

/** What kind of value a parameter takes. Of alternatives, the first is the kind, and the others are ways to spell it. */
export function labelOf(schema: Frozen): string {
  const { type, format, minimum: min, maximum = Number.MAX_SAFE_INTEGER } = kindOf(schema.toJS() as Schema);
  const name = format ?? String(type ?? 'any');
  const max = maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (min === undefined && max === undefined) return name;
  if (max === undefined) return `${name}, at least ${min}`;
  return min === undefined ? `${name}, at most ${max}` : `${name}, ${min} to ${max}`;
}

function kindOf(schema: Schema): Schema {
  return schema.type === undefined && schema.anyOf?.[0] ? kindOf(schema.anyOf[0]) : schema;
}
