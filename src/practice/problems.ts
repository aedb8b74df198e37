import { anyText } from '../../fields/any-text.ts';
import { list } from '../../fields/list.ts';
import { object } from '../../fields/object.ts';
import { unknown } from '../../fields/unknown.ts';
import { once } from '../../text/once.ts';

/** The details of refusals that have more than a sentence. */

/** A problem with the name of the field and a code for programs. */
export const codedProblem = once(() =>
  object(
    { error: anyText(), message: anyText(), field: anyText(), code: anyText() },
    { name: 'CodedProblem' },
  ),
);

/** A problem with the name of the field, the value received and one that is accepted. */
export const exemplifiedProblem = once(() =>
  object(
    {
      error: anyText(),
      message: anyText(),
      field: anyText(),
      received: unknown(),
      expected: anyText(),
      examples: list(anyText()),
    },
    { name: 'ExemplifiedProblem' },
  ),
);

/** A problem with the name of the query parameter and the value received. */
export const parameterProblem = once(() =>
  object(
    { error: anyText(), message: anyText(), parameter: anyText(), received: unknown() },
    { name: 'ParameterProblem' },
  ),
);
