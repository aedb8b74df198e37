import { wrong } from '../issues/issue.ts';
import { type Field, field } from './field.ts';
import { trim } from '../text/trim.ts';

const scheme = 'Bearer ';

/** A bearer credential: the scheme, spelt exactly so, then a token with any white space around it. */
export function bearer<Token>(token: Field<Token>): Field<Token> {
  return field<Token>({
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return raw.startsWith(scheme)
        ? token.parse(trim(raw.slice(scheme.length)))
        : wrong('bearer_scheme', raw);
    },
    write: (value) => token.write(value),
    describe: (side) => (side === 'input' ? { type: 'string', pattern: `^${scheme}` } : token.describe(side)),
  });
}
