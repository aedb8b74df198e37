import { list } from '../../fields/list.ts';
import { object } from '../../fields/object.ts';
import { text } from '../../fields/text.ts';
import { unknown } from '../../fields/unknown.ts';

/** The details of refusals that are more than a sentence. */

/** Names the field and a code that a program can switch on. */
export const codedProblem = object(
  { error: text(), message: text(), field: text(), code: text() },
  { name: 'CodedProblem' },
);

/** Names the field, and shows what came and what would have done. */
export const exemplifiedProblem = object(
  {
    error: text(),
    message: text(),
    field: text(),
    received: unknown(),
    expected: text(),
    examples: list(text()),
  },
  { name: 'ExemplifiedProblem' },
);

/** Names the query parameter, and shows what came. */
export const parameterProblem = object(
  { error: text(), message: text(), parameter: text(), received: unknown() },
  { name: 'ParameterProblem' },
);
