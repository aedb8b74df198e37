/**
 * Measures how the processor time of whole requests grows with their size, as the exponent of a fitted power law, and what hostile requests
 * cost beside accepted ones of the same size and shape, or, sent a byte at a time, beside `node:http`. Exits with 1 if an exponent
 * is over 1.15, or a hostile request costs more than 1.5 times as much as the other. `npm run bench -- requests [rounds]`.
 */
import { join } from 'node:path';
import { loadGenerator } from './client.js';
import { exponent, median } from './measure.js';
import { start } from './process.js';
import { get, ID, post } from './workloads.js';

const MAX_EXPONENT = 1.15;
const MAX_TIMES = 1.5;
const rounds = Number(process.argv[2] ?? 7);
/** Processor time of a sample, in microseconds. */
const SAMPLE = 100_000;
/** Requests until the code for a new kind of request is compiled. */
const WARM_UP = 2000;
const bodyLimit = 64 * 1024;

const ada = { name: 'Ada', email: 'ada@example.com', age: 36 };
const user = (more) => post('/users/', { ...ada, ...more });
const items = (count, item) => Array.from({ length: count }, (_, at) => item(at));
const wrong = { name: 1, email: 'ada@', age: 150, website: 'ftp://example.com' };

/** Requests that grow: the sizes, a function that makes a request of a size, and the smallest request. */
const growing = {
  'bytes of text': {
    steps: [128, 512, 2048, 8192, 32_768, 65_000],
    make: (size) => user({ name: 'a'.repeat(size) }),
  },
  'bytes of unknown properties': {
    steps: [128, 512, 2048, 8192, 32_768, 65_000],
    make: (size) => user({ more: items(size / 16, (at) => 1e9 + at) }),
  },
  'bytes to echo in a refusal': {
    steps: [128, 512, 2048, 8192, 32_768, 65_000],
    make: (size) => user({ name: items(size / 16, (at) => 1e9 + at) }),
  },
  'failing fields': {
    steps: [1, 2, 3, 4],
    make: (count) => user(Object.fromEntries(Object.entries(wrong).slice(0, count))),
  },
  headers: {
    least: get('/users/'),
    steps: [6, 12, 24, 48, 90],
    make: (count) => get('/users/', ...items(count - 4, (at) => `X-Header-${at}: some value`)),
  },
  'query parameters': {
    least: get('/users/'),
    steps: [8, 32, 128, 512, 900],
    make: (count) => get(`/users/?${items(count, (at) => `p${at}=${at}`).join('&')}`),
  },
};

/** A body filled with copies of a piece, and an accepted one of the same size. */
function filled(before, piece, after, accepted = user) {
  const copies = Math.floor((bodyLimit - 1024) / piece.length);
  const filling = (end) => piece.repeat(copies).slice(0, end);
  return {
    hostile: post('/users/', before + filling() + after),
    accepted: accepted({ more: 'a'.repeat(piece.length * copies) }),
  };
}
const listed = () => user({ more: items(6400, () => 123_456_789) });
const nested = () => user({ more: items(8000, () => [[1, 2]]) });
const lamp = { name: 'Lamp', price: 19.9, quantity: 3 };
const marks = (count) => '"'.repeat(count);
const domain = (letter) => `${`${letter.repeat(20)}.`.repeat(5)}рф`;
const ideographs = String.fromCharCode(...items(330, (at) => 0x4e00 + 37 * at));
const wrongly = (value) => post('/users/', { name: value, email: value, age: value, website: value });

/** A token, and the same text in a header that is ignored. */
function token(text) {
  return {
    hostile: get('/protected/', `Authorization: Bearer ${text}`),
    accepted: get('/protected/', `Authorization: Bearer ${ID}`, `X-More: ${text}`),
  };
}

/** A body that lacks every field of a user, and so is echoed for each; and an accepted one, which is not echoed. */
function missingFrom(size, more) {
  return {
    [`everything missing from ${size}`]: { hostile: post('/users/', { more }), accepted: user({ more }) },
  };
}

const hostile = {
  'not JSON': {
    hostile: post('/users/', `${JSON.stringify(ada).slice(0, -1)},}`),
    accepted: user({}),
  },
  'not JSON from the start': filled('x', 'a', ''),
  'text without an end': {
    hostile: post('/users/', `{"name":"${'a'.repeat(64_000)}`),
    accepted: user({ name: 'a'.repeat(64_000) }),
  },
  'not JSON at the end': { hostile: `${listed().slice(0, -1)}]`, accepted: listed() },
  'not JSON behind empty lines': {
    hostile: post('/users/', `${'\n'.repeat(64_000)}x`),
    accepted: post('/users/', '\n'.repeat(64_000) + JSON.stringify(ada)),
  },
  'not UTF-8': {
    hostile: post('/users/', '{"name":"Ad\xe0","email":"a@b.cc","age":36}'),
    accepted: user({}),
  },
  'not UTF-8 at the end': {
    hostile: post('/users/', `{"name":"${'\xc3\xa9'.repeat(31_000)}\xff"}`),
    accepted: user({ name: 'é'.repeat(31_000) }),
  },
  'brackets only': filled('', '[', ''),
  'brackets in text': {
    hostile: user({ name: ['[{'.repeat(32_000)] }),
    accepted: user({ more: ['aa'.repeat(32_000)] }),
  },
  backslashes: {
    hostile: user({ name: ['\\'.repeat(16_000)] }),
    accepted: user({ more: ['\\'.repeat(16_000)] }),
  },
  'numbers where text should be': {
    hostile: user({ name: items(6400, () => 123_456_789) }),
    accepted: listed(),
  },
  'lists where text should be': { hostile: user({ name: items(8000, () => [[1, 2]]) }), accepted: nested() },
  'all fields wrong, 16 KiB each': {
    hostile: wrongly(items(3000, () => 1234)),
    accepted: user({ more: items(12_000, () => 1234) }),
  },
  'all fields of another type': {
    hostile: post('/users/', { name: 1, email: 2, age: [], website: {} }),
    accepted: user({ website: 'http://example.com' }),
  },
  ...missingFrom('4 KiB', 'a'.repeat(4000)),
  ...missingFrom('16 KiB', 'a'.repeat(16_000)),
  ...missingFrom('64 KiB', 'a'.repeat(64_000)),
  ...missingFrom('64 KiB beyond ASCII', '€'.repeat(21_000)),
  'an address of 64 KiB': {
    hostile: user({ email: 'a'.repeat(64_000) }),
    accepted: user({ name: 'a'.repeat(64_000) }),
  },
  'a web address of 64 KiB': {
    hostile: user({ website: `http://${'a.'.repeat(32_000)}` }),
    accepted: user({ name: 'a'.repeat(64_000) }),
  },
  'a web address of @, 64 KiB': {
    hostile: user({ website: `http://${'@'.repeat(64_000)}` }),
    accepted: user({ name: '@'.repeat(64_000) }),
  },
  'an invalid web address': {
    hostile: user({ website: 'http://[::1' }),
    accepted: user({ website: 'http://example.com' }),
  },
  'spaces for an address, 64 KiB': {
    hostile: user({ email: ' '.repeat(64_000) }),
    accepted: user({ name: ' '.repeat(64_000) }),
  },
  'digits of an age, 64 KiB': {
    hostile: user({ age: '1'.repeat(64_000) }),
    accepted: user({ name: '1'.repeat(64_000) }),
  },
  'digits of a price, 64 KiB': {
    hostile: post('/products/', { ...lamp, price: `${'1'.repeat(64_000)}x` }),
    accepted: post('/products/', { ...lamp, price: '1'.repeat(300), name: '1'.repeat(63_700) }),
  },
  'an age that is no safe integer, 64 KiB': {
    hostile: post('/users/', JSON.stringify(ada).replace('36', '9'.repeat(64_000))),
    accepted: post('/users/', JSON.stringify(ada).replace('}', `,"more":${'9'.repeat(64_000)}}`)),
  },
  'an age with a fraction, 64 KiB': {
    hostile: post('/users/', JSON.stringify(ada).replace('36', `36.${'0'.repeat(64_000)}1`)),
    accepted: post('/users/', JSON.stringify(ada).replace('}', `,"more":36.${'0'.repeat(64_000)}1}`)),
  },
  'quotation marks in all fields, 64 KiB': {
    hostile: post('/products/', {
      name: 'Lamp',
      price: marks(10_000),
      quantity: marks(10_000),
      url: marks(10_000),
    }),
    accepted: post('/products/', { ...lamp, name: marks(30_000) }),
  },
  'objects where an address should be, 64 KiB': {
    hostile: user({ email: items(8000, () => ({ a: 1 })) }),
    accepted: user({ more: items(8000, () => ({ a: 1 })) }),
  },
  'an international address, too long': {
    hostile: user({ email: `a@${domain('İ')}` }),
    accepted: user({ email: `a@${domain('ж')}` }),
  },
  'a web address in Punycode, too long': {
    hostile: user({ website: `http://${'xn--e1aybc.'.repeat(90)}` }),
    accepted: user({ website: 'http://xn--e1aybc.com', name: 'a'.repeat(950) }),
  },
  'a web address of ideographs, too long': {
    hostile: user({ website: `http://${ideographs}` }),
    accepted: user({ website: 'http://漢.com', name: ideographs }),
  },
  'one key over and over': {
    hostile: post('/users/', `{${'"name":1,'.repeat(7000)}"age":36,"email":"ada@example.com"}`),
    accepted: post('/users/', `{${'"nick":1,'.repeat(7000)}${JSON.stringify(ada).slice(1)}`),
  },
  'a refusal as short as can be': { hostile: post('/users/', '{}'), accepted: user({}) },
  'three failing fields': {
    hostile: post('/users/', { ...wrong, name: ada.name }),
    accepted: user({ website: 'http://example.com' }),
  },
  '90 headers, nothing found': {
    hostile: get('/users', ...items(86, (at) => `X-Header-${at}: ${'a'.repeat(150)}`)),
    accepted: get('/users/', ...items(86, (at) => `X-Header-${at}: ${'a'.repeat(150)}`)),
  },
  'a path of 4,000 segments': {
    hostile: get(`/${'a/'.repeat(4000)}`),
    accepted: get(`/users/?${'a/'.repeat(4000)}`),
  },
  '8,000 ampersands': {
    hostile: get(`/users/?${'&'.repeat(8000)}`),
    accepted: get(`/users/?${'a'.repeat(8000)}`),
  },
  '14,000 hyphens for a token': token('-'.repeat(14_000)),
  '14,000 braces for a token': token('{'.repeat(14_000)),
  '1,500 prefixes for a token': token('urn:uuid:'.repeat(1500)),
  '1,500 split prefixes for a token': token('uurn:uid:'.repeat(1500)),
  '7 KB of digits for a limit': {
    hostile: get(`/users/?limit=${'9'.repeat(7000)}`),
    accepted: get(`/search/?query=${'9'.repeat(7000)}`),
  },
  '7 KB that are no UTF-8 in a path': {
    hostile: get(`/items/${'%ff'.repeat(2300)}`),
    accepted: get(`/items/${'%41'.repeat(2300)}`),
  },
  '8 KiB of stray percent signs': {
    hostile: get(`/search/?query=${'%zz'.repeat(2600)}`),
    accepted: get(`/search/?query=${'%c3%a9'.repeat(1300)}`),
  },
};

const chunked = (chunks) =>
  `POST /users/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}\r\n`;
const adaAsChunk = (extension) => {
  const json = JSON.stringify(ada);
  return `${json.length.toString(16)}${extension}\r\n${json}\r\n0\r\n`;
};
const lines = items(15, (at) => `X-Header-${at}: ${'a'.repeat(1000)}`);

/** Requests of 15 KB that are sent a byte at a time. */
const trickling = {
  headers: get('/users/?page=1&limit=10', ...lines),
  'one header': get('/users/?page=1&limit=10', `X-Header: ${'a'.repeat(15_000)}`),
  trailers: chunked(adaAsChunk('') + lines.map((line) => `${line}\r\n`).join('')),
  'a chunk extension': chunked(adaAsChunk(`;a=${'b'.repeat(15_000)}`)),
};

const own = [process.execPath, join(import.meta.dirname, '..', '..', 'dist', 'entries', 'node.js')];
const timeouts = { HEADERS_TIMEOUT: '60000', REQUEST_TIMEOUT: '60000' };
const server = await start({ command: own, env: { LOG_LEVEL: 'silent', ...timeouts } });
const bare = await start({ command: [process.execPath, join(import.meta.dirname, 'servers', 'bare.js')] });
const load = loadGenerator();
/** The average cost of that many requests. */
async function costOf(request, count) {
  return (await load.measure(server, request, { count })).cpu;
}

/** Measures requests in turn, each in every round. */
async function costsOf(requests) {
  const counts = [];
  for (const request of requests) counts.push(Math.ceil(SAMPLE / (await costOf(request, WARM_UP))));
  const costs = requests.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, request] of requests.entries()) costs[at].push(await costOf(request, counts[at]));
  return costs;
}

/** The exponent by which the cost grows with what is added; 0 if the growth is no more than noise. */
function growth(steps, costs, base) {
  const added = steps.map((step, at) => [step, costs[at] - base]).filter(([, cost]) => cost > base / 4);
  if (added.length < 3) return 0;
  return exponent(...[0, 1].map((part) => added.map((each) => each[part])));
}

let excess = 0;
try {
  await costOf(user({}), WARM_UP);
  console.log(`${'grows with'.padEnd(32)}exponent   processor time, starting with a request that has none`);
  for (const [title, { steps, make, least = user({}) }] of Object.entries(growing)) {
    const [base, ...costs] = (await costsOf([least, ...steps.map(make)])).map(median);
    const power = growth(steps, costs, base);
    if (power > MAX_EXPONENT) excess++;
    const figures = [base, ...costs].map((cost) => `${cost.toFixed(0)} µs`).join(', ');
    console.log(title.padEnd(32) + power.toFixed(2).padStart(8), ` ${figures}`);
  }
  console.log(`\n${'hostile'.padEnd(32)}   times   an accepted request of the same size and shape`);
  for (const [title, pair] of Object.entries(hostile)) {
    const [costs, usual] = await costsOf([pair.hostile, pair.accepted]);
    const times = median(costs.map((cost, round) => cost / usual[round]));
    if (times > MAX_TIMES) excess++;
    console.log(
      title.padEnd(32) + times.toFixed(2).padStart(8),
      `  ${median(costs).toFixed(0)} µs beside ${median(usual).toFixed(0)} µs`,
    );
  }
  console.log(`\n${'a byte at a time, 15 KB'.padEnd(32)}   times   node:http`);
  for (const [title, request] of Object.entries(trickling)) {
    const cost = await load.trickle(server, request);
    const usual = await load.trickle(bare, request);
    const times = cost / usual;
    if (times > MAX_TIMES) excess++;
    console.log(
      title.padEnd(32) + times.toFixed(2).padStart(8),
      `  ${(cost / 1000).toFixed(0)} ms beside ${(usual / 1000).toFixed(0)} ms`,
    );
  }
} finally {
  load.stop();
  await Promise.all([server.stop(), bare.stop()]);
}
process.exitCode = excess > 0 ? 1 : 0;
