import { wrong } from '../errors/issue.ts';
import { trim } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { MAX_BYTES, readAddress } from './email/address.ts';
import { MAX_CHARACTERS, withoutName } from './email/fastapi.ts';
import { issueType } from './email/fault.ts';
import { readPlainAddress } from './email/plain.ts';
import { emailSamples } from './email/samples.ts';
import { type Field, field } from './field.ts';
import type { ValuesOption } from './values.ts';

/**
 * An e-mail address, in any script, that can receive mail over the internet. The value is its normal form. With `values:
 * 'fastapi'` a name may precede it: `Ada <ada@example.com>`.
 */
export function email({ values = 'strict', label }: ValuesOption = {}): Field<string> {
  const isFastapi = values === 'fastapi';
  return field({
    label,
    parse(raw) {
      if (typeof raw !== 'string') return wrong('email_type', raw);
      if (isFastapi && hasTooManyCharacters(raw)) return wrong('email_too_many_characters', raw);
      const text = isFastapi ? withoutName(raw) : trim(raw);
      const address = readPlainAddress(text) ?? readAddress(text);
      return typeof address === 'string' ? address : wrong(issueType(address), raw, address.numbers);
    },
    write: quote,
    typeName: () => (isFastapi ? 'function-after[_validate(), str]' : 'email'),
    describe: (side) => ({
      type: 'string',
      format: side === 'request' ? 'email' : 'idn-email',
      ...(side === 'output' && { maxLength: MAX_BYTES }),
    }),
    samples: emailSamples,
  });
}

function hasTooManyCharacters(raw: string): boolean {
  return raw.length > MAX_CHARACTERS && [...raw].length > MAX_CHARACTERS;
}
