import type { App } from '../../../src/app.ts';
import { caseSteps, subjectOf } from '../../../src/cases/cases.ts';
import { fromDocument } from '../../../src/from-document.ts';
import { type Content, iteratorOf, StreamedContent, textOf } from '../../../src/http/content.ts';
import { hosting } from '../../../src/http/hosting.ts';
import type { InjectedRequest } from '../../../src/http/inject.ts';
import type { AppCore } from '../../../src/http/types.ts';
import { encodeUtf8 } from '../../../src/text/bytes.ts';
import { inTurns, type Steps } from '../../../src/text/turns.ts';
import { Random, seedOf } from '../random.ts';
import { contractOf } from './contracts.ts';
import { type Document, documentOf } from './documents.ts';
import { heapGrowth, heapInUse, measure, measureTurns } from './measure.ts';
import { bodyRequest, headRequest, type Sizable } from './requests.ts';

/**
 * The cost of requests and of documentation: makes documents and contracts of every kind, and requests that are wrong in many places
 * or valid and large, and measures the processor time of those of 16, 32 and 64 KB, and of all pages.
 */

const BODY_SIZES = [16_384, 32_768, 65_536] as const;
const HEAD_SIZES = [4096, 8192, 16_384] as const;
/** The most milliseconds of a request, and of a turn in which a page or a case is made. */
const MAX_REQUEST = 100;
const MAX_TURN = 100;
/** The milliseconds for which cases are made, and the most for all pages. */
const MAX_CASES = 2000;
const MAX_PAGES = 10_000;
/** The most bytes of a reply, and of the heap for a request or for all pages. */
const MAX_REPLY = 1024 * 1024;
const MAX_HEAP = 64 * 1024 * 1024;
/** The most times as long as a request of a quarter of the size. Twice as many as linear time would take leave room for noise. */
const MAX_GROWTH = 8;
/** Times below this are noise. */
const MIN_MEASURED = 40;
const RUNS = 3;
/** The requests with a body to each app. */
const BODIES = 4;
/** The characters of an input that a report shows. */
const SHOWN = 400;

/** Measures random apps until the time is over. Returns the number of problems. */
export async function fuzzCost(minutes: number, first = 0): Promise<number> {
  const end = performance.now() + minutes * 60_000;
  let failures = 0;
  let count = 0;
  try {
    for (let batch = first; performance.now() < end; batch++, count++) {
      for await (const problem of problemsOf(batch)) {
        failures++;
        console.error(`cost, batch ${batch}: ${problem}`);
      }
    }
  } finally {
    console.log(`${count} batches from batch ${first}, ${failures} failures`);
  }
  return failures;
}

/** An app under test, made anew by `make`, and the document that says what it takes. */
interface Subject {
  readonly name: string;
  readonly make: (bugs: unknown[]) => App;
  readonly document: Document;
}

const ways = [
  { values: 'fastapi', errors: 'auto' },
  { values: 'fastapi', errors: 'fastapi' },
  { values: 'schema', errors: 'document' },
  { values: 'schema', errors: 'problem' },
  { values: 'strict', errors: 'plain' },
] as const;

/** Yields the apps of a batch: one of every four is of a contract. */
export async function* subjectsOf(batch: number): AsyncIterable<Subject> {
  const seed = seedOf('cost', batch);
  const limits = { body: 2 * BODY_SIZES[2], target: HEAD_SIZES[2] };
  if (batch % 4 === 3) {
    const make = () => contractOf(new Random(seed), limits);
    const core = make()[hosting].build();
    const reply = await replyTo(core, page('/openapi.json'));
    yield { name: 'a contract', make, document: JSON.parse(reply) };
    return;
  }
  const document = documentOf(new Random(seed));
  const pick = new Random(seed);
  for (const way of [pick.pick(ways), pick.pick(ways)]) {
    const options = { ...way, limits, remember: pick.oneIn(4) };
    const make = (bugs: unknown[]) => fromDocument(document, { ...options, onBug: (bug) => bugs.push(bug) });
    yield { name: `${way.values} and ${way.errors}`, make, document };
  }
}

/** A random request, and the sizes in which it is measured. */
interface Measured {
  readonly request: Sizable;
  readonly sizes: readonly number[];
}

/** Returns the requests of a batch to one of its apps. */
export function requestsTo({ name, document }: Subject, batch: number): readonly Measured[] {
  const random = new Random(seedOf(`requests to ${name}`, batch));
  const bodies = Array.from({ length: BODIES }, () => ({
    request: bodyRequest(random, document),
    sizes: BODY_SIZES,
  }));
  return [...bodies, { request: headRequest(random), sizes: HEAD_SIZES }];
}

async function* problemsOf(batch: number): AsyncIterable<string> {
  for await (const subject of subjectsOf(batch)) {
    const bugs: unknown[] = [];
    const core = subject.make(bugs)[hosting].build();
    for (const each of requestsTo(subject, batch)) {
      const problem = await ofRequest(core, each);
      if (problem) yield `${subject.name}, ${problem}`;
    }
    for (const bug of bugs) yield `${subject.name}, ${inWords(bug)}`;
    for (const look of [ofCases, ofPages]) {
      // What is found at first is looked at again: before its code is compiled, everything takes longer.
      const found = await unlessThrown(async () => (await look(subject)) && (await look(subject)));
      if (found) yield `${subject.name}, ${found}`;
    }
  }
}

/** Returns what is found, or what is thrown instead. */
async function unlessThrown(find: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await find();
  } catch (error) {
    return inWords(error);
  }
}

function inWords(bug: unknown): string {
  return `has a bug: ${bug instanceof Error ? bug.stack : bug}`;
}

async function ofRequest(
  core: AppCore,
  { request: { name, make }, sizes }: Measured,
): Promise<string | undefined> {
  const timeOf = async (size: number) => {
    const request = make(size);
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run++)
      least = Math.min(least, (await measureTurns(() => replyTo(core, request))).total);
    return least;
  };
  const shown = () => `${name}, ${JSON.stringify(make(SHOWN)).slice(0, 3 * SHOWN)}`;
  const times: number[] = [];
  for (const size of sizes) times.push(await timeOf(size));
  const [small = 0, , large = 0] = times;
  if (large > MAX_REQUEST) return `takes ${large.toFixed(0)} ms for ${shown()}`;
  if (large > MIN_MEASURED && large > MAX_GROWTH * small)
    return `takes ${(large / small).toFixed(1)} times as long for a larger one as for ${shown()}`;
  const request = make(Number(sizes.at(-1)));
  let length = 0;
  const growth = await heapGrowth(async () => {
    length = (await replyTo(core, request)).length;
  });
  if (length > MAX_REPLY) return `replies with ${length} characters to ${shown()}`;
  return growth > MAX_HEAP ? `needs ${growth} bytes for ${shown()}` : undefined;
}

/** Looks at the cases that the command lists, for some seconds. They are made in turns: outside of one, no step pauses within. */
async function ofCases({ make }: Subject): Promise<string | undefined> {
  const cases = caseSteps(subjectOf(make([])[hosting]));
  const { longest } = await measureTurns(() => inTurns(untilEnough(cases)));
  return longest > MAX_TURN ? `takes a turn of ${longest.toFixed(0)} ms for a case` : undefined;
}

function* untilEnough(all: Iterable<unknown>): Steps<void> {
  const steps = all[Symbol.iterator]();
  for (let total = 0; total < MAX_CASES; ) {
    const { made, time } = measure(() => steps.next());
    if (made.done) return;
    total += time;
    yield;
  }
}

/** The pages of operations and models that are asked for. */
const MAX_OF_KIND = 8;

/** Asks for all kinds of pages, one after the other. */
async function ofPages({ make, document }: Subject): Promise<string | undefined> {
  const bugs: unknown[] = [];
  const app = make(bugs)[hosting];
  const before = heapInUse();
  const core = app.build();
  const operations = Object.keys(app.contract.endpoints).slice(0, MAX_OF_KIND);
  const models = Object.keys(document.components?.schemas ?? {}).slice(0, MAX_OF_KIND);
  const targets = [
    ...operations.map((name) => `/docs?operation=${encodeURIComponent(name)}`),
    ...models.map((name) => `/docs?model=${name}`),
    ...['/docs?view=search', '/docs?view=models'],
    ...app.documentTargets.slice(0, MAX_OF_KIND),
  ];
  let total = 0;
  for (const target of targets) {
    const turns = await measureTurns(() => replyTo(core, page(target)));
    total += turns.total;
    if (turns.longest > MAX_TURN) return `takes a turn of ${turns.longest.toFixed(0)} ms for ${target}`;
  }
  const [bug] = bugs;
  if (bug) return `${inWords(bug)}, on its pages`;
  if (total > MAX_PAGES) return `takes ${total.toFixed(0)} ms for all pages`;
  const kept = heapInUse() - before;
  return kept > MAX_HEAP ? `keeps ${kept} bytes for pages` : undefined;
}

function page(target: string): InjectedRequest {
  return { method: 'GET', target, headers: {} };
}

/** Sends a request, and reads all of the reply. */
export async function replyTo(
  core: AppCore,
  { method, target, headers, body = '' }: InjectedRequest,
): Promise<string> {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const begun = core.receive({ method, target, header: (name) => byName.get(name) });
  if (begun.kind === 'deferred') throw new TypeError(`${target} has no reply`);
  const answer = begun.kind === 'body' ? begun.complete(encodeUtf8(String(body))) : begun;
  const reply = await (answer.kind === 'pending' ? answer.reply : answer);
  return textOfPieces(reply.body);
}

async function textOfPieces(body: Content): Promise<string> {
  if (!(body instanceof StreamedContent)) return textOf(body);
  let text = '';
  const pieces = iteratorOf(body);
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return text;
    text += String(value);
  }
}
