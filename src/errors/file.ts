import { count, type Row } from './words.ts';

/** Issues of a file. A form without one has text in its place. */
export function fileIssues() {
  return {
    file_type: {
      publicType: 'value_error',
      reason: () => 'must be a file',
      pydanticMessage: () => "Value error, Expected UploadFile, received: <class 'str'>",
      pydanticContext: () => ({ error: {} }),
    },
    bytes_too_long: {
      reason: ({ maxLength }) => `must have at most ${count(maxLength, 'byte')}`,
      pydanticMessage: ({ maxLength }) => `Data should have at most ${count(maxLength, 'byte')}`,
      pydanticContext: ({ maxLength = 0 }) => ({ max_length: maxLength }),
    },
  } as const satisfies Record<string, Row>;
}
