import { likelyTexts } from '../text/pattern/match.ts';
import { lengthIn, numberIn, type Schema, typesOf } from './schema.ts';

/**
 * Yields values that people expect under a name, the likeliest first: an address for `email`, a price for `unitPrice`. They fit the
 * schema as far as its keywords are understood here; whoever takes one has to check it.
 */
export function* likelyValues(schema: Schema, name: string): Iterable<unknown> {
  for (const type of typesOf(schema)) {
    if (type === 'boolean') yield true;
    if (type === 'integer' || type === 'number') yield* likelyNumbers(schema, type, wordsOf(name));
    if (type === 'string') yield* textsWithin(schema, wordsOf(name));
  }
}

/** The words of a name in lower case: `unitPrice`, `unit_price` and `Unit-Price` have two. */
function wordsOf(name: string): string {
  return name
    .slice(0, MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}

const MAX_NAME = 100;

/** The name of one of several: `tag` of `tags`. */
export function singular(name: string): string {
  return name.replace(/ies$/i, 'y').replace(/(?<=[^s])s$/i, '');
}

/** Texts by format. */
const formats: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-03-14'],
  ['date-time', '2026-03-14T09:26:53Z'],
  ['time', '09:26:53Z'],
  ['duration', 'P3DT4H'],
  ['email', 'ada@example.com'],
  ['idn-email', 'ada@example.com'],
  ['hostname', 'www.example.com'],
  ['idn-hostname', 'www.example.com'],
  ['ipv4', '192.0.2.44'],
  ['ipv6', '2001:db8::2c'],
  ['uri', 'https://example.com/items'],
  ['url', 'https://example.com/items'],
  ['uri-reference', '/items/7'],
  ['iri', 'https://example.com/items'],
  ['iri-reference', '/items/7'],
  ['uri-template', '/items/{id}'],
  ['uuid', '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d'],
  ...Array.from(
    '12345678',
    (version) => [`uuid${version}`, `6f1d3c52-9a57-${version}b0e-8d4c-2f7e0a9b1c3d`] as const,
  ),
  ['byte', 'aGVsbG8='],
  ['base64url', 'aGVsbG8'],
  ['password', 'correct-horse-7-Battery'],
  ['json-pointer', '/items/7'],
  ['relative-json-pointer', '1/items'],
  ['char', 'a'],
  ['regex', '^[a-z]+$'],
]);

type Row<Value> = readonly [words: RegExp, value: Value];

/** What identifies something: the words before it say what that is. */
const IDENTIFIER = / ?\b(?:ids?|identifier|reference|number|code)$/;
/** Stands for these words in a text: `order` for `order id`. */
const OF = '{of}';

/** Texts by the words of a name, the more specific first. */
const texts: readonly Row<string>[] = [
  [/\be ?mail\b/, 'ada@example.com'],
  [/\b(?:user|login|nick) ?(?:name)?$|\busername\b|\blogin\b/, 'ada'],
  [/\b(?:first|given) name\b/, 'Ada'],
  [/\b(?:last|family|sur) ?name\b/, 'Lovelace'],
  [
    /\b(?:full|display|contact|person|owner|author|customer|holder) ?name\b|\bauthor\b|\bowner\b/,
    'Ada Lovelace',
  ],
  [/\b(?:company|organi[sz]ation|employer|vendor|supplier|brand)\b/, 'Analytical Engines Ltd'],
  [/\b(?:phone|mobile|fax|tel)\b/, '+442079460958'],
  [/\b(?:avatar|image|photo|picture|logo|icon|thumbnail)\b/, 'https://example.com/images/example.png'],
  [/\b(?:ur[li]|website|homepage|link|href|callback|webhook|endpoint)\b/, 'https://example.com/items'],
  [/\bhost ?(?:name)?$|\bdomain\b/, 'www.example.com'],
  [/\bip\b/, '192.0.2.44'],
  [/\bmac\b/, '00:00:5e:00:53:af'],
  [/\bfile ?name\b|\bfile\b/, 'example.txt'],
  [/\b(?:path|folder|directory)\b/, '/items/example'],
  [/\b(?:mime|content|media) ?type\b/, 'text/plain'],
  [/\bcountry ?code\b/, 'GB'],
  [/\bcountry\b/, 'United Kingdom'],
  [/\b(?:city|town)\b/, 'London'],
  [/\b(?:state|province|region|county)\b/, 'England'],
  [/\b(?:zip|post(?:al)? ?code)\b|\bpostal\b/, 'SW1Y 4JH'],
  [/\bhouse number\b/, '12'],
  [/\b(?:street|address|line)\b/, '12 St James Square'],
  [/\bcurrency\b/, 'EUR'],
  [/\b(?:locale|language|lang)\b/, 'en-GB'],
  [/\btime ?zone\b|\btz\b/, 'Europe/London'],
  [/\b(?:birth ?day|dob|date)\b/, '2026-03-14'],
  [/\b(?:at|time|timestamp|created|updated|expires|since|until)$/, '2026-03-14T09:26:53Z'],
  [/\bcolou?r\b/, '#1e90ff'],
  [/\bstatus\b/, 'active'],
  [/\b(?:job|role|position|occupation)(?: title)?$/, 'engineer'],
  [/\blat(?:itude)?$/, '51.5074'],
  [/\b(?:lon|lng|longitude)$/, '-0.1278'],
  [/\bversion\b/, '1.4.2'],
  [/\bslug\b/, 'an-example'],
  [/\bsku\b/, 'SKU1042'],
  [/\b(?:sha|hash|checksum|digest|etag)\b/, '9f86d081884c7d659a2feaa0c55ad015'],
  [/\b(?:password|passphrase)\b/, 'correct-horse-7-Battery'],
  [/\b(?:token|secret|key|signature)\b/, 'k7Qm2xVt9LrB'],
  [/\b(?:guid|uuid\d?)\b/, '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d'],
  [IDENTIFIER, `${OF}-1042`],
  [/\b(?:cursor|page)\b/, 'eyJwYWdlIjoyfQ'],
  [/\b(?:order|direction)\b/, 'asc'],
  [/\bsort\b/, 'name'],
  [/\b(?:query|search|q|filter|keyword)\b/, 'example'],
  [/\bunits?\b/, 'cm'],
];

/** Numbers by the words of a name. */
const numbers: readonly Row<number>[] = [
  [/\bage\b/, 36],
  [/\byear\b/, 2026],
  [/\bmonth\b/, 3],
  [/\b(?:day|days)\b/, 14],
  [/\bhours?\b/, 9],
  [/\bminutes?\b/, 26],
  [/\b(?:timestamp|at|epoch|created|updated|expires)$/, 1_773_480_413],
  [/\b(?:price|amount|total|cost|fee|balance|sum|subtotal|tax)\b/, 19.99],
  [/\b(?:quantity|qty|count|stock|seats|guests|copies)\b/, 3],
  [/\b(?:percent|percentage|discount)\b/, 15],
  [/\b(?:rate|ratio)\b/, 0.25],
  [/\b(?:rating|score|stars)\b/, 4.5],
  [/\b(?:lat|latitude)\b/, 51.5074],
  [/\b(?:lon|lng|longitude)\b/, -0.1278],
  [/\btemperature\b/, 21.5],
  [/\b(?:width|x)\b/, 640],
  [/\b(?:height|y)\b/, 480],
  [/\b(?:weight|mass)\b/, 2.5],
  [/\b(?:length|depth|distance)\b/, 12.5],
  [/\bport\b/, 8080],
  [/\b(?:limit|size|per page)\b/, 20],
  [/\bpage\b/, 1],
  [/\b(?:offset|skip|index)\b/, 0],
  [/\b(?:timeout|duration|seconds|ttl|interval)\b/, 30],
  [/\bids?$/, 1042],
];

function byWords<Value>(rows: readonly Row<Value>[], words: string): Value | undefined {
  return rows.find(([pattern]) => pattern.test(words))?.[1];
}

const OTHER_NUMBER = 12;

/** The likely number, moved into the bounds and onto a multiple. */
function* likelyNumbers(schema: Schema, type: string, words: string): Iterable<number> {
  const found = byWords(numbers, words) ?? OTHER_NUMBER;
  const likely = type === 'integer' ? Math.round(found) : found;
  const step = numberIn(schema, 'multipleOf') ?? (type === 'integer' ? 1 : undefined);
  const least = numberIn(schema, 'minimum') ?? numberIn(schema, 'exclusiveMinimum');
  const most = numberIn(schema, 'maximum') ?? numberIn(schema, 'exclusiveMaximum');
  yield* onSteps(likely, step);
  const middle = least !== undefined && most !== undefined ? (least + most) / 2 : undefined;
  if (middle !== undefined) yield* onSteps(middle, step);
  for (const bound of [least, most].filter((each) => each !== undefined)) {
    yield* onSteps(bound, step);
    yield bound + (step ?? 0.5);
    yield bound - (step ?? 0.5);
  }
}

/** The digits of a multiple that are not lost to rounding. */
const SIGNIFICANT = 12;

function onSteps(value: number, step: number | undefined): readonly number[] {
  if (step === undefined || step <= 0) return [value];
  return [Math.round(value / step), Math.ceil(value / step), Math.floor(value / step)].map((times) =>
    Number((times * step).toPrecision(SIGNIFICANT)),
  );
}

/** Texts by format, pattern or name, and the same cut or filled to the length that the schema asks for. */
function* textsWithin(schema: Schema, words: string): Iterable<string> {
  const { format, pattern } = schema;
  const special = formats.get(format);
  const named = byWords(texts, words)?.replace(
    OF,
    words.replace(IDENTIFIER, '').replaceAll(' ', '-') || 'id',
  );
  const found = [special, named, ...examplesOf(words)].filter((each) => each !== undefined);
  const least = lengthIn(schema, 'minLength') ?? 0;
  const most = lengthIn(schema, 'maxLength') ?? Number.POSITIVE_INFINITY;
  yield* found;
  const ruled = typeof pattern === 'string' ? [...likelyTexts(pattern), ...mixed] : [];
  yield* ruled;
  for (const each of [...found, ...ruled]) yield fitted(each, least, most);
}

/** Texts for rules about what a password or a code has to have in it. */
const mixed: readonly string[] = ['Example-Text-7!', 'Text1042', 'text1042', 'TEXT1042', 'a7'];

/** Texts for a name of which nothing else is known. */
function examplesOf(words: string): readonly string[] {
  return words === '' ? ['Example'] : [`Example ${words}`, words.charAt(0).toUpperCase() + words.slice(1)];
}

/** Follows a text that has to be longer, as often as it takes. */
const FILLING = ' and more words, up to the length that is asked for,';
/** The length up to which texts are filled. */
const MAX_FILLED = 10_000;

/** Fills a text up to a length, or cuts it: at the end of a word, unless its first word is too long. */
function fitted(text: string, least: number, most: number): string {
  const length = Math.min(least, MAX_FILLED);
  if (text.length >= length && text.length <= most) return text;
  const missing = Math.max(length - text.length, 0);
  const filled = `${text}${FILLING.repeat(Math.ceil(missing / FILLING.length))} `;
  const next = missing > 0 ? filled.indexOf(' ', length) : most + 1;
  const end = next <= most ? next : filled.lastIndexOf(' ', most);
  return filled
    .slice(0, end > 0 ? end : most)
    .replace(/,$/, '')
    .padEnd(length, '.');
}
