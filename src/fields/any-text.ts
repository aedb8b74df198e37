import { wrong } from '../errors/issue.ts';
import { once } from '../text/memo.ts';
import { quote } from '../text/strings.ts';
import { field } from './field.ts';
import { textSamples } from './samples/text.ts';

/** A string without rules. Most texts of a contract have none, and share this field. */
export const anyText = once(() =>
  field<string>({
    parse: (raw) => (typeof raw === 'string' ? raw : wrong('string_type', raw)),
    write: quote,
    describe: () => ({ type: 'string' }),
    samples: () => textSamples({}),
    typeName: () => 'str',
    takesAnyText: true,
  }),
);
