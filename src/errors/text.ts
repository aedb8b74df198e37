import { amount, type Context, count, message, type Row } from './words.ts';

/** Issues of a text. */
export function textIssues() {
  return {
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
    string_pattern_mismatch: {
      reason: ({ pattern }) => `must match the pattern ${pattern}`,
      pydanticMessage: ({ pattern }) => `String should match pattern '${pattern}'`,
      pydanticContext: ({ pattern = '' }) => ({ pattern }),
    },
    bytes_type: message('must be a string', 'Input should be a valid bytes'),
    ip_v4_address: message('must be an IPv4 address', 'Input is not a valid IPv4 address'),
    ip_v6_address: message('must be an IPv6 address', 'Input is not a valid IPv6 address'),
    ip_any_address: message('must be an IP address', 'value is not a valid IPv4 or IPv6 address'),
  } as const satisfies Record<string, Row>;
}

function hasLength(context: Context): string {
  return `must have ${amount(context, 'character')}`;
}
