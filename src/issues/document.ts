import { message, type Row } from './words.ts';

/** Refusals that only services made of a document have. */
export const documentIssues = {
  json_invalid: {
    reason: ({ jsonError = '' }) => `must be JSON (${jsonError})`,
    pydanticMessage: () => 'JSON decode error',
    pydanticContext: ({ jsonError = '' }) => ({ error: jsonError }),
  },
  /** JSON Schema knows rules for which pydantic has no type. */
  schema_keyword: {
    ...message('', ''),
    publicType: 'value_error',
    reason: ({ keyword }) => `must be valid by the keyword "${keyword}" of its schema`,
    pydanticMessage: ({ keyword }) => `Value error, must be valid by the keyword "${keyword}" of its schema`,
    pydanticContext: ({ keyword = '' }) => ({ keyword }),
  },
} as const satisfies Record<string, Row>;
