import { setImmediate } from 'node:timers/promises';
import { caseSteps, subjectOf } from '../../src/cases/cases.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { Random, seedOf } from './random.ts';

/**
 * The cost of requests and of documentation: makes documents of every kind and bodies that are wrong in many places, and measures the
 * processor time of a body of 16, 32 and 64 KB.
 */

const SIZES = [16_384, 32_768, 65_536] as const;
/** The most milliseconds of a body of 64 KB, and of a step towards the cases of a document. The server can pause between them. */
const MAX_REQUEST = 100;
const MAX_STEP = 250;
/** The milliseconds for which cases are made. */
const MAX_TOTAL = 2000;
/** The most bytes of a reply. */
const MAX_REPLY = 1024 * 1024;
/** The most times as long as a body of a quarter of the size. Twice as many as linear time would take leave room for noise. */
const MAX_GROWTH = 8;
/** Times below this are noise. */
const MIN_MEASURED = 40;
const RUNS = 3;

type Schema = { readonly [keyword: string]: unknown };

/** Measures random documents until the time is over. Returns the number of those that cost too much. */
export async function fuzzCost(minutes: number, first = 0): Promise<number> {
  const end = performance.now() + minutes * 60_000;
  let failures = 0;
  let count = 0;
  for (let batch = first; performance.now() < end; batch++, count++) {
    for (const problem of problemsOf(batch)) {
      failures++;
      console.error(`cost, batch ${batch}: ${problem}`);
    }
    await setImmediate();
  }
  console.log(`${count} documents from batch ${first}, ${failures} failures`);
  return failures;
}

/** The document of a batch. */
export function documentOf(batch: number): object {
  return makeDocument(new Random(seedOf('cost', batch)));
}

function* problemsOf(batch: number): Iterable<string> {
  const random = new Random(seedOf('cost', batch));
  const document = makeDocument(random);
  for (const values of ['fastapi', 'schema'] as const) {
    const app = fromDocument(document, { values, limits: { body: 2 * SIZES[2] } });
    const core = app[hosting].build();
    for (let left = 4; left > 0; left--) {
      const make = bodyMaker(random);
      const send = (size: number) => inject(core, { method: 'POST', target: '/', headers, body: make(size) });
      const [small, , large] = SIZES.map((size) => measure(() => send(size)));
      const problem = complaint(small?.time ?? 0, large?.time ?? 0, large?.made.body.length ?? 0);
      if (problem) yield `${values} ${problem}: ${make(200)} with ${JSON.stringify(document.components)}`;
    }
    const pause = longestStep(caseSteps(subjectOf(app[hosting])));
    if (pause > MAX_STEP)
      yield `${values} a step towards a case takes ${pause.toFixed(0)} ms: ${JSON.stringify(document.components)}`;
  }
}

const headers = { 'Content-Type': 'application/json' };

function complaint(small: number, large: number, bytes: number): string | undefined {
  if (bytes > MAX_REPLY) return `replies with ${bytes} bytes`;
  if (large > MAX_REQUEST) return `takes ${large.toFixed(0)} ms`;
  return large > MIN_MEASURED && large > MAX_GROWTH * small
    ? `grows by ${(large / small).toFixed(1)}`
    : undefined;
}

/** Returns the longest time to make one of the values, looking at them for some seconds. */
function longestStep(values: Iterable<unknown>): number {
  const iterator = values[Symbol.iterator]();
  let longest = 0;
  let total = 0;
  for (let isDone = false; !isDone && total < MAX_TOTAL; ) {
    const { made, time } = measure(() => iterator.next(), 1);
    isDone = made.done === true;
    longest = Math.max(longest, time);
    total += time;
  }
  return longest;
}

/** The processor time in milliseconds: the least of several runs, since garbage collection and compilation only add to it. */
function measure<Made>(run: () => Made, runs = RUNS): { made: Made; time: number } {
  let time = Number.POSITIVE_INFINITY;
  let made: Made;
  do {
    const start = process.cpuUsage();
    made = run();
    const { user, system } = process.cpuUsage(start);
    time = Math.min(time, (user + system) / 1000);
  } while (--runs > 0);
  return { made, time };
}

const MODELS = 6;
const names = ['a', 'b', 'c', 'd'] as const;

function makeDocument(random: Random) {
  const schemas = Object.fromEntries(
    Array.from({ length: MODELS }, (_, at) => [
      `M${at}`,
      containers[random.below(containers.length)]?.(random, 2),
    ]),
  );
  const schema = random.oneIn(2) ? reference(random) : { type: 'array', items: reference(random) };
  const content = { 'application/json': { schema } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: 'OK' } } };
  const info = { title: 'Cost', version: '1' };
  return { openapi: '3.1.0', info, paths: { '/': { post } }, components: { schemas } };
}

function reference(random: Random): Schema {
  return { $ref: `#/components/schemas/M${random.below(MODELS)}` };
}

const scalars: readonly ((random: Random) => Schema)[] = [
  () => ({ type: 'integer', minimum: 5 }),
  () => ({ type: 'string', minLength: 3 }),
  () => ({ type: 'string', pattern: '^(a|b)*c$' }),
  () => ({ type: 'boolean' }),
  () => ({ type: 'null' }),
  () => ({ type: 'string', format: 'uuid' }),
  (random) => ({ enum: Array.from({ length: 1 + random.below(500) }, (_, at) => `value ${at}`) }),
];

const containers: readonly ((random: Random, levels: number) => Schema)[] = [
  (random, levels) => objectOf(random, levels),
  (random, levels) => ({ ...objectOf(random, levels), additionalProperties: schemaOf(random, levels) }),
  (random, levels) => ({ type: 'array', items: schemaOf(random, levels) }),
  (random, levels) => ({ type: 'object', additionalProperties: schemaOf(random, levels) }),
  (random, levels) => ({ anyOf: schemasOf(random, levels) }),
  (random, levels) => ({ oneOf: schemasOf(random, levels) }),
  (random, levels) => ({ allOf: schemasOf(random, levels) }),
  (random) => taggedOf(random),
];

function schemaOf(random: Random, levels: number): Schema {
  if (random.oneIn(3)) return reference(random);
  const make = levels > 0 && !random.oneIn(4) ? containers[random.below(containers.length)] : undefined;
  return make ? make(random, levels - 1) : (scalars[random.below(scalars.length)]?.(random) ?? {});
}

function schemasOf(random: Random, levels: number): readonly Schema[] {
  const length = random.oneIn(8) ? 1 + random.below(60) : 2 + random.below(4);
  return Array.from({ length }, () => schemaOf(random, levels));
}

function objectOf(random: Random, levels: number): Schema {
  const declared = names.filter(() => random.oneIn(2));
  const required = declared.filter(() => random.oneIn(2));
  const properties = Object.fromEntries(declared.map((name) => [name, schemaOf(random, levels)]));
  return { type: 'object', properties, required };
}

function taggedOf(random: Random): Schema {
  const kind = (tag: string) => {
    const { properties, ...others } = objectOf(random, 1);
    return { ...others, properties: { ...Object(properties), a: { const: tag } }, required: ['a'] };
  };
  return { oneOf: ['p', 'q'].map(kind), discriminator: { propertyName: 'a' } };
}

const leaves = ['null', '0', '"x"', '"p"', '{}', '[]', 'true', '1.5', '{"a":"p"}', '{"a":"q","b":[]}'];

/** Makes a function that repeats a piece of JSON, nested in lists and objects, up to a size. */
function bodyMaker(random: Random): (size: number) => string {
  let piece = random.text(leaves);
  for (let levels = random.below(50); levels > 0; levels--)
    piece = random.oneIn(2) ? `[${piece}]` : `{"${random.pick(names)}":${piece}}`;
  const unit = random.oneIn(2) ? piece : random.text(leaves);
  const name = random.oneIn(2) ? random.pick(names) : undefined;
  return (size) => {
    const list = `[${Array(Math.ceil(size / (unit.length + 1)))
      .fill(unit)
      .join()}]`;
    return name === undefined ? list : `{"${name}":${list}}`;
  };
}
