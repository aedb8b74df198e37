import { validationError } from '../contract/errors.ts';
import type { JsonSchema } from '../fields/definition.ts';
import { PROBLEM_TYPE } from '../http/accept.ts';

/** The shape of every error body: a detail, and what that is. */
export function withDetail(detail: JsonSchema): JsonSchema {
  return { type: 'object', properties: { detail }, required: ['detail'] };
}

/** Shapes that many replies share, two of them under FastAPI's names, which its clients are generated from. */
export const schemas = {
  ErrorMessage: withDetail({ type: 'string' }),
  ValidationError: validationError.describe('output'),
  HTTPValidationError: withDetail({ type: 'array', items: refer('ValidationError'), minItems: 1 }),
  ProblemDetails: {
    type: 'object',
    description: 'Any error, for those who prefer application/problem+json (RFC 9457).',
    properties: {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: 'The place that explains the status, relative to the address that was asked for.',
      },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: { type: 'array', items: refer('ProblemEntry') },
    },
    required: ['type', 'title', 'status', 'detail'],
  },
  ProblemEntry: {
    type: 'object',
    properties: {
      detail: { type: 'string' },
      pointer: { type: 'string', description: 'The place in the body, as a JSON pointer: #/age.' },
      parameter: { type: 'string', description: 'The parameter, header or cookie.' },
      type: { type: 'string' },
    },
    required: ['detail'],
  },
};

/** An error that is told in a sentence. */
export const errorMessage = refer('ErrorMessage');

/** The automatic 422. */
export const validationErrors = refer('HTTPValidationError');

/** The same errors, for those who prefer problem details. */
export const problemContent: JsonSchema = { [PROBLEM_TYPE]: { schema: refer('ProblemDetails') } };

function refer(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
