import { validationError } from '../contract/errors.ts';
import type { JsonSchema } from '../fields/definition.ts';

/** The shape of every error body: a detail, and what that is. */
export function withDetail(detail: JsonSchema): JsonSchema {
  return { type: 'object', properties: { detail }, required: ['detail'] };
}

/** Shapes that many replies share, two of them under FastAPI's names, which its clients are generated from. */
export const schemas = {
  ErrorMessage: withDetail({ type: 'string' }),
  ValidationError: validationError.describe('output'),
  HTTPValidationError: withDetail({ type: 'array', items: refer('ValidationError'), minItems: 1 }),
};

/** An error that is told in a sentence. */
export const errorMessage = refer('ErrorMessage');

/** The automatic 422. */
export const validationErrors = refer('HTTPValidationError');

function refer(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
