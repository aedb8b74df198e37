import { wrong } from '../errors/issue.ts';
import { trim } from '../text/scan.ts';
import { type Field, field } from './field.ts';

const SCHEME = 'Bearer ';

/** A bearer credential: the scheme in exactly this spelling, then a token, which may be surrounded by white space. */
export function bearerToken<Token>(token: Field<Token>): Field<Token> {
  return field<Token>({
    parse(raw, fit) {
      if (fit?.isReply) return token.parse(raw, fit);
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return raw.startsWith(SCHEME)
        ? token.parse(trim(raw.slice(SCHEME.length)), fit)
        : wrong('bearer_scheme', raw);
    },
    label: token.label,
    write: (value) => token.write(value),
    describe: (side, definitions) =>
      side === 'output' ? token.describe(side, definitions) : { type: 'string', pattern: `^${SCHEME}` },
    samples(_, open) {
      const { accepted, refused } = token.samples(undefined, open);
      return { accepted: prefixed(accepted), refused: ['Basic YWRhOmFkYQ==', ...prefixed(refused)] };
    },
  });
}

function prefixed(tokens: Iterable<unknown>): string[] {
  return [...tokens].filter((token) => typeof token === 'string').map((token) => SCHEME + token);
}
