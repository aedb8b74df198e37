/**
 * Validations per second, beside other validators. Speed says little about a validator that accepts other values, so the
 * share of hard values on which each agrees with Assay stands beside it.
 */
import { isEmailValid } from '@hapi/address';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import * as v from 'valibot';
import validator from 'validator';
import { z } from 'zod';
import { Issues } from '../../build/errors/issue.js';
import { boolean, enumeration, literal } from '../../build/fields/choice.js';
import { duration } from '../../build/fields/duration.js';
import { email } from '../../build/fields/email.js';
import { integer } from '../../build/fields/number.js';
import { date, dateTime, time } from '../../build/fields/time.js';
import { url } from '../../build/fields/url.js';
import { uuid } from '../../build/fields/uuid.js';
import { collections } from './collections.js';
import { perSecondEach } from './measure.js';

const ajv = formats.default(new Ajv());
const assay = (field) => (value) => !(field.parse(value) instanceof Issues);
const zod = (schema) => (value) => schema.safeParse(value).success;
const valibot = (schema) => (value) => v.safeParse(schema, value).success;

const kinds = {
  email: {
    plain: [
      'ada.lovelace@example.com',
      'grace+navy@mail.example.org',
      'a@b.co',
      'first_last@sub.domain.example.net',
    ],
    hard: [
      ...['@example.com', 'ada@', 'ada@@example.com', 'a..b@example.com', '.a@example.com', 'a.@example.com'],
      ...[
        'ada@example',
        'ada@localhost',
        'ada@foo.test',
        'ada@-a.com',
        'ada@a-.com',
        'ada@a..com',
        'ada@a.com.',
      ],
      ...['"a b"@example.com', 'ada@[127.0.0.1]', 'a b@example.com', 'ada@ex_ample.com', 'ada@example.c0m'],
      ...['ada@bücher.example', 'δοκιμή@παράδειγμα.δοκιμή', 'ada@xn--bcher-kva.example', 'ada@xn--a.example'],
      ...[
        'ada@a。com',
        'ada@ab--cd.com',
        `${'a'.repeat(65)}@example.com`,
        `a@${'b'.repeat(64)}.com`,
        "o'x@example.com",
      ],
      ...[
        'ada@example.123',
        'ada@１２.com',
        'ada＠example.com',
        'ada@exa\u00admple.com',
        'a\u0301@example.com',
      ],
    ],
    validators: {
      assay: assay(email()),
      zod: zod(z.email()),
      valibot: valibot(v.pipe(v.string(), v.email())),
      validator: (value) => validator.isEmail(value),
      '@hapi/address': (value) => isEmailValid(value),
      'ajv-formats': ajv.compile({ type: 'string', format: 'email' }),
    },
  },
  url: {
    plain: [
      'https://example.com',
      'https://example.com/a/b?c=d#e',
      'http://example.org:8080/path',
      'https://sub.example.org/',
    ],
    hard: [
      ...[
        'example.com',
        'ftp://example.com',
        'http:/example.com',
        'http:example.com',
        'http://',
        'http:///a',
        'HTTP://A.b',
      ],
      ...[
        'http://a b',
        'http://a.b/c d',
        'http://a_b.com',
        'http://-a.com',
        'http://a..b',
        'http://[::1]',
        'http://[::g]',
      ],
      ...[
        'http://1.2.3.4',
        'http://256.1.1.1',
        'http://a.b:99999',
        'http://a.b:',
        'http://u:p@a.b',
        'http://bücher.example',
      ],
      ...[
        'http://a.b\\c',
        'javascript:alert(1)',
        'http://a%2eb',
        'http://%00',
        'http://a.b/\t',
        'http://a',
        '//a.b',
      ],
    ],
    validators: {
      assay: assay(url()),
      zod: zod(z.url()),
      'zod, http only': zod(z.httpUrl()),
      valibot: valibot(v.pipe(v.string(), v.url())),
      validator: (value) =>
        validator.isURL(value, { require_protocol: true, protocols: ['http', 'https'], require_tld: false }),
      'ajv-formats': ajv.compile({ type: 'string', format: 'uri' }),
    },
  },
  uuid: {
    plain: [
      '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d',
      '01890a5d-ac96-774b-bcce-b302099a8057',
      '00000000-0000-4000-8000-000000000000',
    ],
    hard: [
      ...[
        '',
        '6f1d3c529a574b0e8d4c2f7e0a9b1c3d',
        '{6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d}',
        '6F1D3C52-9A57-4B0E-8D4C-2F7E0A9B1C3D',
      ],
      ...[
        'urn:uuid:6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d',
        '6f1d3c52-9a57-0b0e-0d4c-2f7e0a9b1c3d',
        '6f1d3c52-9a57-4b0e-8d4c',
      ],
      ...[
        '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3g',
        '00000000-0000-0000-0000-000000000000',
        ' 6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d',
      ],
    ],
    validators: {
      assay: assay(uuid()),
      zod: zod(z.uuid()),
      'zod, any version': zod(z.guid()),
      valibot: valibot(v.pipe(v.string(), v.uuid())),
      validator: (value) => validator.isUUID(value),
      'ajv-formats': ajv.compile({ type: 'string', format: 'uuid' }),
    },
  },
  'integer, a number': {
    plain: [0, 7, 36, 120],
    hard: [-1, 121, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true, null],
    validators: {
      assay: assay(integer({ min: 0, max: 120 })),
      zod: zod(z.int().min(0).max(120)),
      valibot: valibot(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(120))),
      ajv: ajv.compile({ type: 'integer', minimum: 0, maximum: 120 }),
    },
  },
  'integer, as text': {
    plain: ['0', '7', '36', '120'],
    hard: [
      '',
      ' ',
      ' 7 ',
      '+7',
      '7.0',
      '7.5',
      '7e0',
      '0x7',
      '007',
      '٧',
      '1_0',
      'seven',
      'Infinity',
      '121',
      '-0',
    ],
    validators: {
      assay: assay(integer({ min: 0, max: 120 })),
      zod: zod(z.coerce.number().int().min(0).max(120)),
      valibot: valibot(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(120))),
      validator: (value) => validator.isInt(value, { min: 0, max: 120 }),
    },
  },
  boolean: {
    plain: [true, false],
    hard: [1, 0, 'true', 'false', 'yes', 'on', 'TRUE', 2, null, ''],
    validators: {
      assay: assay(boolean()),
      zod: zod(z.boolean()),
      valibot: valibot(v.boolean()),
    },
  },
  'boolean, as text': {
    plain: ['true', 'false', 'yes', 'off'],
    hard: ['1', '0', 't', 'F', 'TRUE', 'y', 'enabled', 'tru', '', ' true'],
    validators: {
      assay: assay(boolean()),
      zod: zod(z.stringbool()),
      valibot: valibot(
        v.pipe(v.string(), v.toLowerCase(), v.picklist(['1', 'true', 'yes', 'on', 'off', 'false'])),
      ),
    },
  },
  literal: {
    plain: ['asc', 'desc'],
    hard: ['ASC', ' asc', '', null, 1],
    validators: {
      assay: assay(literal('asc', 'desc')),
      zod: zod(z.literal(['asc', 'desc'])),
      valibot: valibot(v.picklist(['asc', 'desc'])),
      ajv: ajv.compile({ enum: ['asc', 'desc'] }),
    },
  },
  enumeration: {
    plain: ['red', 'green', 'blue'],
    hard: ['RED', ' red', '', null, 1],
    validators: {
      assay: assay(enumeration(['red', 'green', 'blue'])),
      zod: zod(z.enum(['red', 'green', 'blue'])),
      valibot: valibot(v.picklist(['red', 'green', 'blue'])),
      ajv: ajv.compile({ enum: ['red', 'green', 'blue'] }),
    },
  },
  date: {
    plain: ['2026-11-22', '2024-02-29', '1999-12-31'],
    hard: [
      '2026-02-31',
      '2023-02-29',
      '1900-02-29',
      '2026-1-1',
      '2026-11-22T00:00',
      '20261122',
      '0000-01-01',
      '',
    ],
    validators: {
      assay: assay(date()),
      zod: zod(z.iso.date()),
      valibot: valibot(v.pipe(v.string(), v.isoDate())),
      validator: (value) => validator.isDate(value, { format: 'YYYY-MM-DD', strictMode: true }),
      'ajv-formats': ajv.compile({ type: 'string', format: 'date' }),
    },
  },
  time: {
    plain: ['10:20:30', '23:59:59'],
    hard: ['24:00:00', '10:60:00', '10:20', '10:20:30Z', '10:20:30.5', '10:20:30.1234567', '1:00:00', ''],
    validators: {
      assay: assay(time()),
      zod: zod(z.iso.time()),
      valibot: valibot(v.pipe(v.string(), v.isoTimeSecond())),
    },
  },
  'date and time': {
    plain: ['2026-11-22T10:20:30Z', '2026-11-22T10:20:30.123456Z', '2026-11-22T10:20:30+01:00'],
    hard: [
      ...['2026-02-31T10:20:30Z', '2026-11-22T24:00:00Z', '2026-11-22 10:20:30Z', '2026-11-22T10:20:30'],
      ...[
        '2026-11-22T10:20Z',
        '2026-11-22T10:20:30+25:00',
        '2026-11-22T10:20:30.123456789Z',
        '2026-11-22',
        '',
      ],
    ],
    validators: {
      assay: assay(dateTime()),
      zod: zod(z.iso.datetime({ offset: true })),
      valibot: valibot(v.pipe(v.string(), v.isoTimestamp())),
      'ajv-formats': ajv.compile({ type: 'string', format: 'date-time' }),
    },
  },
  duration: {
    plain: ['P3DT4H', 'PT1H30M', 'P1Y2M3DT4H5M6S'],
    hard: ['P1W', 'PT36H', 'P', 'PT', 'P1DT', '-P1D', 'PT0.5S', 'P1.5D', '1 day', '100:30', 'PT1S1H', ''],
    validators: {
      assay: assay(duration()),
      zod: zod(z.iso.duration()),
      'ajv-formats': ajv.compile({ type: 'string', format: 'duration' }),
    },
  },
};

for (const [kind, { plain, hard, validators }] of Object.entries({ ...kinds, ...collections })) {
  const checks = Object.values(validators);
  for (const [name, isValid] of Object.entries(validators))
    if (!plain.every(isValid)) throw new Error(`${kind}: ${name} refuses a plain value`);
  const rates = perSecondEach(checks.map((isValid) => (call) => isValid(plain[call % plain.length])));
  console.log(
    `\n${kind}`.padEnd(20),
    'per second'.padStart(12),
    'of Assay'.padStart(9),
    'same verdict'.padStart(13),
  );
  Object.keys(validators).forEach((name, at) => {
    const same = hard.filter((value) => checks[at](value) === checks[0](value)).length / hard.length;
    const figures = [rates[at].toExponential(2).padStart(12), (rates[at] / rates[0]).toFixed(2).padStart(9)];
    console.log(name.padEnd(19), ...figures, `${Math.round(same * 100)} %`.padStart(13));
  });
}
