/**
 * Gives every parser a million random inputs, in the same order for the same seed, and ends with 1 if any of them throws, gives
 * an issue without a sentence, or refuses its own normal form: `npm run fuzz [-- count [seed]]`.
 */
import { boolean } from '../dist/fields/boolean.js';
import { date } from '../dist/fields/date.js';
import { dateTime } from '../dist/fields/date-time.js';
import { duration } from '../dist/fields/duration.js';
import { email } from '../dist/fields/email.js';
import { enumeration } from '../dist/fields/enumeration.js';
import { float } from '../dist/fields/float.js';
import { hex } from '../dist/fields/hex.js';
import { integer } from '../dist/fields/integer.js';
import { literal } from '../dist/fields/literal.js';
import { text } from '../dist/fields/text.js';
import { time } from '../dist/fields/time.js';
import { url } from '../dist/fields/url.js';
import { uuid } from '../dist/fields/uuid.js';
import { Issues, sentence } from '../dist/issues/issue.js';

const [count = 1_000_000, seed = 20_261_120] = process.argv.slice(2).map(Number);

const fastapi = { values: 'fastapi' };
const moments = [
  '2026-11-22T10:20:30.5+01:00',
  '2024-02-29 00:00Z',
  '9999-12-31',
  '-1654619320.25',
  '1654646400000',
];
const durations = ['P1Y2M3W4DT5H6M7.8S', '-3 days, 04:05:06.7', '100:30', '1 day', '90'];

const fields = {
  boolean: [boolean(), ['true', 'FALSE', 'yes', 'off', '1']],
  literal: [literal('asc', 'desc', 1, null), ['asc', 'desc', '1']],
  enumeration: [enumeration([1, 2, 30]), ['1', ' 2.0', '+30']],
  date: [date(), moments],
  'date, as FastAPI': [date(fastapi), moments],
  dateTime: [dateTime(), moments],
  'dateTime, as FastAPI': [dateTime(fastapi), moments],
  time: [time(), ['10:20', '23:59:59.999999-23:59', '10:20:30,5z']],
  'time, as FastAPI': [time(fastapi), ['10:20:30.1234567+0100', '00:00']],
  duration: [duration(), durations],
  'duration, as FastAPI': [duration(fastapi), [...durations, 'P0.333333333D', '1:02:03.1234567']],
  text: [text(), ['', 'Ada', '\ud800', '\0']],
  integer: [integer({ min: -1000 }), ['30', '-7', '+30.000', ' 12 ', '9007199254740991', '1e3', '0x10']],
  float: [float(), ['9.5', '.5', '5.', '-1e-3', '1e400', 'NaN', '179769313486231580793728971405303415079']],
  uuid: [uuid(), ['6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d', '{6F1D3C529A574B0E8D4C2F7E0A9B1C3D}', 'urn:uuid:']],
  hex: [hex(), ['abcdef0123456789', 'ABCDEF', '0x1f']],
  url: [
    url(),
    ['http://example.com/a?b#c', 'https://u:p@[::1]:8080/', 'http://bücher.example', 'HTTP://1.2.3.4'],
  ],
  email: [
    email(),
    ['ada.lovelace@example.com', 'δοκιμή@παράδειγμα.δοκιμή', 'a@xn--bcher-kva.example', 'a@ب۱.com'],
  ],
};

/** Small, fast and good enough: mulberry32. */
function generator(state) {
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const spice = [
  ...'@.-+_"\\ \t\n%:/?#[]{}eE0123456789abcxyzABCXYZéßςΩ界。．｡＠\u0301\u200c\u200d\u00ad\u202e\u0660\u06f0·・',
];
const others = [
  null,
  undefined,
  true,
  0,
  -0,
  1.5,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  2 ** 53,
  [],
  {},
  ['x'],
  10n,
  Symbol('x'),
];

function mutate(sample, random) {
  const characters = [...sample];
  for (let edits = random(6); edits > 0; edits--) {
    const at = random(characters.length + 1);
    const piece = random(8) === 0 ? String.fromCharCode(random(0x10000)) : spice[random(spice.length)];
    const repeated = random(40) === 0 ? piece.repeat(random(300)) : piece;
    characters.splice(at, random(3), repeated);
  }
  return characters.join('');
}

function complaint(field, input) {
  const result = field.parse(input);
  if (result instanceof Issues)
    return sentence(result.all[0]).length > 0 ? undefined : 'an issue without a sentence';
  JSON.parse(field.write(result));
  return Object.is(field.parse(result), result) ? undefined : 'its normal form is not read as itself';
}

console.log(`${count} inputs for each parser, seed ${seed}`);
for (const [name, [field, samples]] of Object.entries(fields)) {
  const random = generator(seed);
  let accepted = 0;
  for (let round = 0; round < count; round++) {
    const input =
      random(200) === 0 ? others[random(others.length)] : mutate(samples[random(samples.length)], random);
    try {
      const problem = complaint(field, input);
      if (problem) throw new Error(problem);
      if (!(field.parse(input) instanceof Issues)) accepted++;
    } catch (error) {
      console.error(`${name}: ${JSON.stringify(input) ?? String(input)}: ${error.stack}`);
      process.exit(1);
    }
  }
  console.log(`${name.padEnd(20)} none thrown, ${accepted} accepted`);
}
