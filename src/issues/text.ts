import { amount, type Context, count, message, type Row } from './words.ts';

/** Refusals of a text. */
export const textIssues = {
  string_type: message('must be a string', 'Input should be a valid string'),
  string_too_short: {
    reason: hasLength,
    pydanticMessage: ({ minLength }) => `String should have at least ${count(minLength, 'character')}`,
    pydanticContext: ({ minLength = 0 }) => ({ min_length: minLength }),
  },
  string_too_long: {
    reason: hasLength,
    pydanticMessage: ({ maxLength }) => `String should have at most ${count(maxLength, 'character')}`,
    pydanticContext: ({ maxLength = 0 }) => ({ max_length: maxLength }),
  },
} as const satisfies Record<string, Row>;

function hasLength(context: Context): string {
  return `must have ${amount(context, 'character')}`;
}
