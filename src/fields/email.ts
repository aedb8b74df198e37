import { type Issues, wrong } from '../issues/issue.ts';
import { quote } from '../text/quote.ts';
import { trim } from '../text/trim.ts';
import { MAX_BYTES, readAddress } from './email/address.ts';
import { issueType } from './email/fault.ts';
import { readPlainAddress } from './email/plain.ts';
import { emailSamples } from './email/samples.ts';
import { type Field, field } from './field.ts';

/** An e-mail address that mail from anywhere can reach, of any script; its value is its normal form. */
export function email(): Field<string> {
  return field({
    parse: (raw) => (typeof raw === 'string' ? read(trim(raw), raw) : wrong('email_type', raw)),
    write: quote,
    typeName: () => 'email',
    describe: (side) => ({
      type: 'string',
      format: 'idn-email',
      ...(side === 'output' && { maxLength: MAX_BYTES }),
    }),
    samples: () => emailSamples,
  });
}

function read(text: string, raw: string): string | Issues {
  const address = readPlainAddress(text) ?? readAddress(text);
  return typeof address === 'string' ? address : wrong(issueType(address), raw, address.numbers);
}
