/** Chooses the tests that try a change, as many as there is time for. All times are those of the processor, in milliseconds. */

/** Further tests of one file are each worth less than the ones before: thirty-two make half the difference. */
const HALF = 32;
/** The least time of a test. */
const LEAST_MS = 1;
/** The longest time that anything but a test takes: loading a file, and opening hosts for it. */
const BETWEEN_MS = 4000;
/** A test that waits is worth a tenth of one that works as long, and less where others wait beside it. */
const WAITING = 10;
const WAITING_TOGETHER = 20;
/** Changes that are so many lines away are around a change. */
const AROUND = 10;
/** What a test is worth that does not reach a change itself. */
const AFTERWARDS = 0.1;
/** What a test is worth that records all that it sees, where others look at one thing each. */
const RECORDING = 30;
/** What a test is still worth if others that are chosen reach all that it reaches around the change. */
const AGAIN = 0.05;

/** Adds to a test the changes that it reaches, how many of them are in which file, and what it costs to run. */
export function candidateOf(test, hits = {}, fileOf) {
  const byFile = {};
  for (const id of Object.keys(hits)) byFile[fileOf.get(id)] = 1 + (byFile[fileOf.get(id)] ?? 0);
  const { time, cpuTime, isConcurrent } = test;
  const cost = Math.max(cpuTime, time / WAITING) / (isConcurrent ? WAITING_TOGETHER : 1);
  return { ...test, hits, byFile, all: 1 + Object.keys(hits).length, cost };
}

/** The files with tests that reach a change. */
export function testsFor(measured, mutant) {
  return measured.filter((entry) => reachers(entry, mutant).length > 0).map(({ test }) => test);
}

/** The files to load, and the tests in them to run: those first that are worth most for their time, and differ in what they reach around the change. */
export function chooseTests(measured, mutants, mutant, time) {
  const candidates = measured.flatMap((entry) => candidatesIn(entry, mutant));
  const around = new Around(candidates, mutants, mutant);
  const chosen = new Map();
  let left = time;
  // The first may take longer than there is time.
  const most = () => (chosen.size > 0 ? left : Number.POSITIVE_INFINITY);
  for (let next = around.take(most()); next; next = around.take(most())) {
    const { entry, test } = next;
    const cost = test.cost + (chosen.has(entry) ? 0 : entry.loadTime);
    if (cost > most()) continue;
    left -= cost;
    around.reach(test);
    chosen.set(entry, [...(chosen.get(entry) ?? []), test]);
  }
  return Array.from(chosen, ([entry, tests]) => workOf(entry, tests, mutant));
}

/** The tests that are left, and what none of the chosen ones reaches around the change: the fewer tests reach it, the more it is worth. */
class Around {
  #left;
  #worths;

  constructor(candidates, mutants, { id, file, line }) {
    const isNear = (each) => each.file === file && each.id !== id && Math.abs(each.line - line) <= AROUND;
    const reached = (each) => candidates.filter(({ test }) => test.hits[each.id] > 0).length;
    this.#left = new Set(candidates);
    this.#worths = new Map(mutants.filter(isNear).map((each) => [each.id, 1 / (1 + reached(each))]));
  }

  /** Takes out the test that is worth most, of those that cost no more than this. The others are forgotten. */
  take(cost) {
    let best;
    let most = -1;
    for (const candidate of this.#left) {
      if (candidate.test.cost > cost) this.#left.delete(candidate);
      else {
        const worth = candidate.worth * (AGAIN + this.#worthOf(candidate.test));
        if (worth > most) [best, most] = [candidate, worth];
      }
    }
    this.#left.delete(best);
    return best;
  }

  reach({ hits }) {
    for (const id of this.#worths.keys()) if (hits[id] > 0) this.#worths.delete(id);
  }

  #worthOf({ hits }) {
    let sum = 0;
    for (const [id, worth] of this.#worths) if (hits[id] > 0) sum += worth;
    return sum;
  }
}

/**
 * All tests of a file may notice what counts as soon as the file is loaded. What runs only once may be made for the first test that
 * needs it, and kept for those that follow.
 */
function reachers({ tests, onLoad }, { id }) {
  if (onLoad[id] > 0) return tests;
  const reaching = tests.filter(({ hits }) => hits[id] > 0);
  return reaching.length === 1 ? tests.slice(tests.indexOf(reaching[0])) : reaching;
}

/** A test is worth more, the more of what it reaches is in the file of the change, and the less time it takes. */
function candidatesIn(entry, mutant) {
  const tests = reachers(entry, mutant);
  const loadTime = entry.loadTime / tests.length;
  const most = entry.isRecording ? RECORDING : 1;
  const worthOf = ({ byFile, all, cost, hits }) =>
    (most * (hits[mutant.id] > 0 ? 1 : AFTERWARDS) * (0.01 + (byFile[mutant.file] ?? 0))) /
    all /
    (LEAST_MS + cost + loadTime);
  return tests
    .map((test) => ({ entry, test, worth: worthOf(test) }))
    .sort((a, b) => b.worth - a.worth)
    .map((each, at) => ({ ...each, worth: each.worth / (1 + at / HALF) }));
}

function workOf({ test, file, isBroken, onLoad }, tests, { id }) {
  const longest = Math.max(0, ...tests.map(({ time, isConcurrent }) => (isConcurrent ? time : 0)));
  const limitOf = ({ time, isConcurrent }) => 1000 + 3 * (isConcurrent ? longest : time);
  return {
    test,
    file,
    isBroken,
    tests: tests.map((each) => [each.name, limitOf(each)]),
    between: BETWEEN_MS + 3 * longest,
    hits: tests.reduce((sum, { hits }) => sum + (hits[id] ?? 0), onLoad[id] ?? 0),
  };
}
