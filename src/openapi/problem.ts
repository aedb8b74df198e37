import type { JsonSchema } from '../fields/field.ts';

/** The schema of problem details (RFC 9457), given that of the entries in `errors`. */
export function problemDetails(entry: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: 'Any error, for clients that prefer application/problem+json (RFC 9457).',
    properties: {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: 'The page that explains the status, relative to the URL of the request.',
      },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: { type: 'array', items: entry },
    },
    required: ['type', 'title', 'status', 'detail'],
  };
}

/** The schema of one entry: a message and its place. */
export function problemEntry(): JsonSchema {
  return {
    type: 'object',
    properties: {
      detail: { type: 'string' },
      pointer: { type: 'string', description: 'The place in the body, as a JSON pointer: #/age.' },
      parameter: { type: 'string', description: 'The parameter, header or cookie.' },
      type: { type: 'string' },
    },
    required: ['detail'],
  };
}
