import type { JsonSchema, Side } from '../definition.ts';
import type { Values } from '../values.ts';

/** Describes text in a format of JSON Schema; FastAPI also accepts a number. */
export function describeTime(format: 'date' | 'date-time' | 'time', side: Side, values: Values): JsonSchema {
  const text = { type: 'string', format };
  return side === 'input' && values === 'fastapi' ? { anyOf: [text, { type: 'number' }] } : text;
}
