/**
 * Measures how the time of each parser grows with the length of hostile text: the exponent of a power law fitted to sizes from 1 KiB
 * to 256 KiB (64 KiB for bodies), and the time for 64 KiB. Exits with 1 if an exponent is over 1.15 or 64 KiB take more than 5 ms.
 */
import { boolean, enumeration, literal } from '../../build/fields/choice.js';
import { duration } from '../../build/fields/duration.js';
import { email } from '../../build/fields/email.js';
import { list } from '../../build/fields/list.js';
import { float, integer } from '../../build/fields/number.js';
import { hex } from '../../build/fields/text.js';
import { date, dateTime, time } from '../../build/fields/time.js';
import { uri, url } from '../../build/fields/url.js';
import { uuid } from '../../build/fields/uuid.js';
import { readForm } from '../../build/http/form.js';
import { defaultLimits } from '../../build/http/limits.js';
import { readMultipart } from '../../build/http/multipart.js';
import { createRouter } from '../../build/http/routing/router.js';
import { SourceText } from '../../build/http/validation-error.js';
import { describeFlaw, Flaw } from '../../build/text/json/flaw.js';
import { sourcesOf } from '../../build/text/json/places.js';
import { readJson } from '../../build/text/json/reader.js';
import { exponent, milliseconds } from './measure.js';

const kibibytes = (sizes) => sizes.map((size) => size * 1024);
const valueSizes = kibibytes([1, 2, 4, 8, 16, 32, 64, 128, 256]);
/** Bodies are no larger than the limit; beyond it the garbage collector takes longer than the parser. */
const bodySizes = valueSizes.filter((size) => size <= defaultLimits.body);
const MAX_EXPONENT = 1.15;
const MAX_MILLISECONDS = 5;

const around = (before, piece, after) => (size) =>
  before + piece.repeat(Math.ceil(size / piece.length)) + after;
const run = (piece) => around('', piece, '');
/** As many letters that all differ as there are: Punycode takes time quadratic in their number. */
const different = (size) =>
  String.fromCharCode(...Array.from({ length: Math.min(size, 20_000) }, (_, at) => 0x4e00 + at));

const values = {
  ...Object.fromEntries(
    [...`a.@ 09%-_{/:[\\"\u0301\u1100\ufdfa\u00ad`, '\ud800'].map((piece) => [piece, run(piece)]),
  ),
  'a.': run('a.'),
  'a@': run('a@'),
  'a@a.': around('a@', 'a.', 'com'),
  'xn--': around('a@xn--', 'a', '.com'),
  'spaces around': (size) => around(' ', ' ', '1')(size / 2) + run(' ')(size / 2),
  'spaces inside': around('1', ' ', '1'),
  '1.000': around('1.', '0', ''),
  '1.000x': around('1.', '0', 'x'),
  '1e999': around('1e', '9', ''),
  '1:00:00.000': around('1:00:00.', '0', ''),
  '10:00:00.000': around('10:00:00.', '0', ''),
  '10:00:00.000x': around('10:00:00.', '0', 'x'),
  '2026-11-22T…': around('2026-11-22T10:00:00.', '0', '+01:00'),
  '2026-11-22é': around('2026-11-22', 'é', ''),
  P1D1D: around('P', '1D', ''),
  P1D1: around('P', '1D', '1'),
  PT000S: around('PT', '0', 'S'),
  'P0.000D': around('P0.', '0', 'D'),
  'P0.111D': around('P0.', '1', 'D'),
  PTTT: around('P', 'T', ''),
  '000 days': around('', '0', ' days'),
  '1 day ': around('1 day', ' ', '00:00'),
  'urn:': run('urn:'),
  'uurn:uid:': run('uurn:uid:'),
  'http://a.a.': around('http://', 'a.', 'a'),
  'http://a/…': around('http://a/', 'a', ''),
  'http://…@': around('http://', 'a:', '@b'),
  'http://%61': around('http://', '%61', ''),
  'http://é.': around('http://', 'é.', 'a'),
  'http://一丁丂…': (size) => `http://${different(size)}`,
  'a tab before //': (size) => `http:\t//${different(size)}`,
};

const paths = {
  ...Object.fromEntries([...'/a.-:'].map((piece) => [piece, run(`/x/${piece}`)])),
  'segments of one letter': run('/a'),
  'a long segment': around('/x/', 'a', ''),
  'a long segment, nearly there': around('/x/', 'a', '-'),
  'beginnings of text': around('/x/', '-aaab', ''),
  'dot segments': around('/x', '/..', '/'),
  slashes: around('/x', '/', ''),
};
/** Paths that overlap, and text between parameters that nearly matches. */
const router = createRouter(
  [
    `/x/{a}-${'a'.repeat(400)}b{c}`,
    '/x/{a}b{c}:{d}',
    '/{a}/{b}/{c}',
    '/a/{b}/a/{c}',
    '/a/{b}/a',
    '/y/{z:path}',
  ].map((path) => ({ method: 'GET', path })),
);

const texts = {
  '[': run('['),
  '[]': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  '[[],[],…]': around('[[]', ',[]', ']'),
  '[[1],[1],…]': around('[[1]', ',[1]', ']'),
  '[{"a":1},…]': around('[{"a":1}', ',{"a":1}', ']'),
  '{"a":': run('{"a":'),
  '[1,1,…]': around('[1', ',1', ']'),
  '{"a":1,"a":1,…}': around('{"a":1', ',"a":1', '}'),
  '{"0":…}': (size) => `{${Array.from({ length: size / 10 }, (_, n) => `"${n}":${n}`).join(',')}}`,
  backslashes: around('"', '\\\\', '"'),
  'quotation marks': around('"', '\\"', '"'),
  escapes: around('"', '\\u0061', '"'),
  spaces: around('', ' ', '1'),
  digits: around('', '1', ''),
  'long fractions': around('[1.00000000000000000001', ',1.00000000000000000001', ']'),
  lines: around('', '\n', 'x'),
};

const forms = {
  '&': run('&'),
  '%': run('%'),
  '%ff': run('%ff'),
  'a long name': run('a'),
  'a long value': around('a=', 'a', ''),
  'a=b=c=': run('a=b='),
  'fields of one name': (size) => `a=${'+'.repeat(size / 1024)}&`.repeat(999),
  'fields of any name': (size) =>
    Array.from({ length: 999 }, (_, n) => `${n}=${'%41'.repeat(size / 4096)}`).join('&'),
};

const BOUNDARY = '-b'.repeat(35);
const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"`;
const closing = `--${BOUNDARY}--`;
const inContent = (piece) => around(`${opening}; filename="f"\r\n\r\n`, piece, `\r\n${closing}`);
/** Parts with headers as long as the limit allows. */
const inHeaders = (before, piece, after) => (size) => {
  const part = around(opening + before, piece, `${after}\r\n\r\n\r\n`)(Math.min(size, 8000));
  return part.repeat(Math.ceil(size / part.length)) + closing;
};
const parts = {
  'no boundary': run('x'),
  'boundaries that begin again': run('-'),
  'all of the boundary but the last byte': inContent(`\r\n--${BOUNDARY.slice(0, -1)}c`),
  'the boundary cut off at CR': inContent(`\r\n--${BOUNDARY.slice(0, -1)}`),
  'the boundary after LF': inContent(`\n--${BOUNDARY}`),
  CR: inContent('\r'),
  'CR LF': inContent('\r\n'),
  'CR here and there': inContent(`\r${'x'.repeat(16)}`),
  'a file': inContent('x'),
  'a text that is not UTF-8': around(`${opening}\r\n\r\n`, 'x', `\xff\r\n${closing}`),
  'small parts': around('', `${opening}\r\n\r\n\r\n`, closing),
  'parts without headers': run(`--${BOUNDARY}\r\n\r\n`),
  'headers that never end': run(`${opening}\r\n`),
  headers: inHeaders('', Array.from({ length: 1302 }, (_, n) => `\r\n${n}:`).join(''), ''),
  'spaces in a header': inHeaders('\r\nb:', ' ', 'c'),
  semicolons: inHeaders('', ';', ''),
  'spaces between semicolons': inHeaders('', ' ;', '"'),
  'spaces in parameters': inHeaders('', ' ', 'x'),
  'a long name': inHeaders(';', 'x', ''),
  'a long parameter': inHeaders('; b="', 'x', ''),
  'quotation marks': inHeaders('; b="', '\\"', ''),
  backslashes: inHeaders('; b="', '\\\\', '"'),
  escapes: inHeaders('; b="', '%22', '"'),
};

/** Reads JSON as the service does: a malformed text gets its message. */
function read(text) {
  const value = readJson(text, defaultLimits.depth);
  return value instanceof Flaw ? describeFlaw(text, value) : value;
}
const valid = Object.fromEntries(
  Object.entries(texts).filter(([, make]) => !(readJson(make(1024), defaultLimits.depth) instanceof Flaw)),
);
/** Lists of which every item is refused. */
const items = {
  '[123456789,…]': around('[123456789', ',123456789', ']'),
  '[1234.5678,…]': around('[1234.5678', ',1234.5678', ']'),
  '["abcde\\\\",…]': around('["abcde\\\\"', ',"abcde\\\\"', ']'),
  '[[1,2,3],…]': around('[[1,2,3]', ',[1,2,3]', ']'),
};
function refused(text) {
  const { all } = list(boolean()).parse(readJson(text, defaultLimits.depth));
  return { text: flat(text), issues: all.map((issue) => issue.within(['body'])) };
}
/** Values that a refusal of one of the texts above may show. */
const asked = [['a'], ['a', 'a'], ['0'], [0, 0], [1, 'a']];
const bytes = (text) => new Uint8Array(Buffer.from(text, 'latin1'));
const shown = ({ text, issues }) => {
  const source = new SourceText(text, issues);
  return issues.map((issue) => source.of(issue));
};
const fastapi = { values: 'fastapi' };
const parsers = {
  boolean: [boolean().parse, values],
  literal: [literal('a', 1).parse, values],
  enumeration: [enumeration([1, 2]).parse, values],
  date: [date(fastapi).parse, values],
  time: [time(fastapi).parse, values],
  dateTime: [dateTime(fastapi).parse, values],
  duration: [duration().parse, values],
  'as FastAPI': [duration(fastapi).parse, values],
  email: [email().parse, values],
  url: [url().parse, values],
  uri: [uri(fastapi).parse, values],
  uuid: [uuid().parse, values],
  hex: [hex().parse, values],
  integer: [integer().parse, values],
  float: [float().parse, values],
  path: [(path) => router.choose('GET', { path, query: undefined }), paths],
  readJson: [read, texts],
  sourceText: [shown, items, refused],
  sourcesOf: [(text) => sourcesOf(text, asked), valid],
  readForm: [readForm, forms, bytes],
  readMultipart: [(body) => readMultipart(body, `multipart/form-data; boundary=${BOUNDARY}`), parts, bytes],
};

/** Copies a text into one flat string: the ropes that `repeat` makes are flattened by their first reader, which takes time. */
const flat = (text) => Buffer.from(text, 'utf16le').toString('utf16le');

let excess = 0;
console.log('parser'.padEnd(13), 'worst growth'.padEnd(26), 'worst time for 64 KiB');
for (const [name, [parse, hostile, prepare = flat]] of Object.entries(parsers)) {
  const sizes = hostile === values ? valueSizes : bodySizes;
  const rows = Object.entries(hostile).map(([text, make]) => {
    const times = sizes.map((size) => {
      const input = prepare(make(size));
      return milliseconds(() => parse(input));
    });
    return { text, exponent: exponent(sizes, times), milliseconds: times[sizes.indexOf(64 * 1024)] };
  });
  const steepest = rows.toSorted((a, b) => b.exponent - a.exponent)[0];
  const slowest = rows.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
  const growth = `${steepest.exponent.toFixed(2)} (${steepest.text})`;
  console.log(name.padEnd(13), growth.padEnd(26), `${slowest.milliseconds.toFixed(3)} ms (${slowest.text})`);
  if (steepest.exponent > MAX_EXPONENT || slowest.milliseconds > MAX_MILLISECONDS) excess++;
}
if (excess > 0)
  console.log(
    `${excess} parsers are over the limit: an exponent of ${MAX_EXPONENT}, or ${MAX_MILLISECONDS} ms`,
  );
process.exitCode = excess > 0 ? 1 : 0;
