import { wrong } from '../errors/issue.ts';
import { quote } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import type { LabelOption } from './label.ts';

const DIGITS = /^[0-9a-fA-F]+$/;

/** One or more hexadecimal digits, unchanged. */
export function hex({ label }: LabelOption = {}): Field<string> {
  return field({
    label,
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return DIGITS.test(raw) ? raw : wrong('hex', raw);
    },
    write: quote,
    typeName: () => 'str',
    describe: () => ({ type: 'string', pattern: DIGITS.source }),
    samples: () => ({ accepted: ['9f86d081', 'A0'], refused: ['0x9f'] }),
  });
}
