import type { JsonSchema, Side } from '../definition.ts';
import type { Values } from '../values.ts';

/** Text in a format of JSON Schema, and as FastAPI takes it, a number. */
export function describeTime(format: 'date' | 'date-time' | 'time', side: Side, values: Values): JsonSchema {
  const text = { type: 'string', format };
  return side === 'input' && values === 'fastapi' ? { anyOf: [text, { type: 'number' }] } : text;
}
