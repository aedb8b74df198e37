import { fault } from './email-fault.ts';
import type { Row } from './words.ts';

/** Issues by rules that only FastAPI has. */
export function fastapiIssues() {
  return {
    email_too_many_characters: fault(
      'it is more than 2048 characters long',
      'Length must not exceed 2048 characters',
    ),
    json_invalid: {
      reason: ({ jsonError = '' }) => `must be JSON (${jsonError})`,
      pydanticMessage: () => 'JSON decode error',
      pydanticContext: ({ jsonError = '' }) => ({ error: jsonError }),
    },
    url_too_long: {
      reason: ({ maxLength }) => `must be a valid URL (it is more than ${maxLength} bytes long)`,
      pydanticMessage: ({ maxLength }) => `URL should have at most ${maxLength} characters`,
      pydanticContext: ({ maxLength = 0 }) => ({ max_length: maxLength }),
    },
  } as const satisfies Record<string, Row>;
}
