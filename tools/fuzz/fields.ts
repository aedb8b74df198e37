import { Issues, sentence } from '../../src/errors/issue.ts';
import { boolean, enumeration, literal } from '../../src/fields/choice.ts';
import { duration } from '../../src/fields/duration.ts';
import { email } from '../../src/fields/email.ts';
import type { Field } from '../../src/fields/field.ts';
import { hex } from '../../src/fields/notation.ts';
import { float, integer } from '../../src/fields/number.ts';
import { text } from '../../src/fields/text.ts';
import { date, dateTime, time } from '../../src/fields/time.ts';
import { url } from '../../src/fields/url.ts';
import { uuid } from '../../src/fields/uuid.ts';
import type { Values } from '../../src/fields/values.ts';
import { emailComplaint } from './email-model.ts';
import * as models from './models.ts';
import { mutate } from './mutation.ts';
import type { Random } from './random.ts';
import type { Target } from './target.ts';

/** A kind of field, and the model for its values. */
interface Kind {
  readonly name: string;
  readonly make: (options: { readonly values: Values }) => Field<unknown>;
  /** Values to mutate. */
  readonly samples: readonly string[];
  readonly pieces: readonly string[];
  /** Reads a text by the rule as it is written down; undefined where it refuses. */
  readonly model?: (text: string) => unknown;
  /** Says what is wrong with a value, where there is no such model. */
  readonly complaint?: (text: string, value: unknown) => string | undefined;
  /** True where FastAPI's values are not all of the strict ones, each as the same value. */
  readonly isOwn?: boolean;
}

const numberPieces = [
  ...'0123456789+-.eE_ \t\n\u00a0\u2003٣xX,',
  'e-',
  '00',
  '9007199254740991',
  'NaN',
  'inf',
  '\0',
];
const timePieces = [
  ...'0123456789-:.,+TtZz _PYMWDHSdays\u2212é💌\0',
  '\ud800',
  'day',
  ' days',
  '00',
  '59',
  '60',
  '24:',
];
const moments = [
  '2026-11-22T10:20:30.5+01:00',
  '2024-02-29 00:00Z',
  '9999-12-31',
  '0001-01-01T23:59:59,999999-2359',
];
const durations = [
  'P1Y2M3W4DT5H6M7.8S',
  '-3 days, 04:05:06.7',
  '100:30',
  '1 day',
  '-PT0.000001S',
  'P999999999D',
  '3d 04:00',
];
const anyPieces = [
  ...'@.-+_"\\ \t\n%:/?#[]{}eE019abzABZéßςΩ界。．｡＠\u0301\u200d\u00ad\u202e٠۰·・ﬁİ\u212aאا',
  '\ud800',
  '\udc00',
  '💌',
  'xn--',
];

const kinds: readonly Kind[] = [
  {
    name: 'boolean',
    make: boolean,
    samples: ['true', 'FALSE', 'yes', 'off', '1', 'T', 'n'],
    pieces: [...'trueflsyoni01TF ', 'İ', '\u017f'],
    model: models.boolean,
  },
  {
    name: 'integer',
    make: integer,
    samples: ['30', '-7', '+30.000', ' 12 ', '9007199254740991', '-9007199254740992', '1e3', '0x10', '1_000'],
    pieces: numberPieces,
    model: models.integer,
  },
  {
    name: 'float',
    make: float,
    samples: [
      '9.5',
      '.5',
      '5.',
      '-1e-3',
      '1e400',
      '1.7976931348623157e308',
      '17976931348623157081452742373170436e274',
    ],
    pieces: numberPieces,
    model: models.float,
  },
  {
    name: 'uuid',
    make: uuid,
    samples: [
      '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d',
      '{6F1D3C529A574B0E8D4C2F7E0A9B1C3D}',
      'urn:uuid:6f1d3c529a574b0e8d4c2f7e0a9b1c3d',
    ],
    pieces: [...'0123456789abcdefABCDEF{}-uridn: _g', 'urn:', 'uuid:', 'uurn:uid:', '--', '}{'],
    model: models.uuid,
    isOwn: true,
  },
  {
    name: 'hex',
    make: () => hex(),
    samples: ['abcdef0123456789', 'A0'],
    pieces: [...'0fFgG \nxé'],
    model: models.hex,
  },
  { name: 'date', make: date, samples: moments, pieces: timePieces, model: models.date },
  {
    name: 'time',
    make: time,
    samples: ['10:20', '23:59:59.999999-23:59', '10:20:30,5z', '00:00:00.0\u22120100'],
    pieces: timePieces,
    model: models.time,
  },
  { name: 'date-time', make: dateTime, samples: moments, pieces: timePieces, model: models.dateTime },
  {
    name: 'duration',
    make: duration,
    samples: durations,
    pieces: timePieces,
    model: models.duration,
    isOwn: true,
  },
  {
    name: 'literal',
    make: () => literal('asc', 'desc', 1, null),
    samples: ['asc', 'desc', '1', 'null'],
    pieces: [...'asc desc1'],
    model: (raw) => (raw === 'asc' || raw === 'desc' ? raw : undefined),
  },
  {
    name: 'enumeration',
    make: (options) => enumeration([1, 2, 30], options),
    samples: ['1', ' 2.0', '+30', '3'],
    pieces: numberPieces,
    model: (raw) => [1, 2, 30].find((member) => member === models.integer(raw)),
  },
  {
    name: 'text',
    make: () => text({ minLength: 2, maxLength: 4 }),
    samples: ['ab', '💌💌', 'abcd', 'abcde', 'a', ''],
    pieces: ['a', '💌', '\ud83d', '\udc8c', '\0', 'é', 'e\u0301'],
    model: (raw) => ([...raw].length >= 2 && [...raw].length <= 4 ? raw : undefined),
  },
  {
    name: 'url',
    make: url,
    samples: [
      'http://example.com/a?b#c',
      'https://u:p@[::1]:8080/',
      'http://bücher.example',
      'HTTP://1.2.3.4',
      'https://xn--bcher-kva.example.',
    ],
    pieces: [
      ...anyPieces,
      '0x',
      '127',
      '255',
      '256',
      '::1',
      '%2e',
      '%61',
      ':80',
      'com',
      '//',
      'ftp:',
      'a'.repeat(62),
    ],
    model: models.url,
    isOwn: true,
  },
  {
    name: 'email',
    make: email,
    samples: [
      'ada.lovelace@example.com',
      'δοκιμή@παράδειγμα.δοκιμή',
      'a@xn--bcher-kva.example',
      'a@ب۱.com',
      'INFO@b-c.org',
      "o'x+y@A.b.Co",
    ],
    pieces: [...anyPieces, '.com', '.test', 'a'.repeat(63), '.local', 'info', '--'],
    complaint: emailComplaint,
    isOwn: true,
  },
];

export const fields: readonly Target[] = kinds.map((kind) => {
  const strict = kind.make({ values: 'strict' });
  const fastapi = kind.make({ values: 'fastapi' });
  return {
    name: kind.name,
    goal: 6_500_000,
    read(input) {
      strict.parse(input);
      fastapi.parse(input);
    },
    make: (random: Random) => makeInput(kind, random),
    check: (input) => ({
      count: 1,
      problem: complaint(kind, strict, input) ?? fastapiComplaint(kind, strict, fastapi, input),
    }),
  };
});

function makeInput({ samples, pieces }: Kind, random: Random): string {
  if (random.oneIn(30)) return random.texts(12, () => random.text(pieces));
  return mutate(random.text(samples), random, pieces);
}

function complaint({ model, complaint }: Kind, field: Field<unknown>, input: string): string | undefined {
  const result = field.parse(input);
  const value = result instanceof Issues ? undefined : result;
  if (model && !Object.is(value, model(input)))
    return `is ${show(value)}, and by its rule ${show(model(input))}`;
  return complaint?.(input, value) ?? formComplaint(field, result);
}

/** Refused values have a sentence; read ones have a normal form, which is JSON, and is read as itself. */
function formComplaint(field: Field<unknown>, result: unknown): string | undefined {
  if (result instanceof Issues)
    return result.all.some((issue) => sentence(issue) === '') ? 'has no sentence' : undefined;
  const again = field.parse(result);
  if (!Object.is(again, result)) return `has a normal form that is not read as itself: ${show(result)}`;
  const written: unknown = JSON.parse(field.write(result));
  return Object.is(written, result) || typeof result === 'bigint'
    ? undefined
    : `is written as another value: ${show(written)}`;
}

/** Expects FastAPI to accept, as the same value, whatever is accepted strictly. */
function fastapiComplaint(
  { isOwn = false }: Kind,
  strict: Field<unknown>,
  fastapi: Field<unknown>,
  input: string,
): string | undefined {
  const result = fastapi.parse(input);
  const own = strict.parse(input);
  if (result instanceof Issues)
    return isOwn || own instanceof Issues ? undefined : 'is refused by FastAPI only';
  const written = fastapi.write(result);
  JSON.parse(written);
  if (fastapi.writeValid(result) !== written) return 'is read as a value that no reply may have';
  return isOwn || own instanceof Issues || Object.is(own, result) ? undefined : 'is another value to FastAPI';
}

function show(value: unknown): string {
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? 'refused');
}
