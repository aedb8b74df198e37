import { list } from '../../fields/list.ts';
import { object } from '../../fields/object.ts';
import { text } from '../../fields/text.ts';
import { unknown } from '../../fields/unknown.ts';
import { once } from '../../text/once.ts';

/** The details of refusals that have more than a sentence. */

/** A problem with the name of the field and a code for programs. */
export const codedProblem = once(() =>
  object({ error: text(), message: text(), field: text(), code: text() }, { name: 'CodedProblem' }),
);

/** A problem with the name of the field, the value received and one that is accepted. */
export const exemplifiedProblem = once(() =>
  object(
    {
      error: text(),
      message: text(),
      field: text(),
      received: unknown(),
      expected: text(),
      examples: list(text()),
    },
    { name: 'ExemplifiedProblem' },
  ),
);

/** A problem with the name of the query parameter and the value received. */
export const parameterProblem = once(() =>
  object(
    { error: text(), message: text(), parameter: text(), received: unknown() },
    { name: 'ParameterProblem' },
  ),
);
