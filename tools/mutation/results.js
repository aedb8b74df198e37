/** The fate of each change, kept from one run to the next for as long as its file and the test that noticed stay the same. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const hashes = new Map();

/** Returns the digest of a file as it was when it was first asked for. */
export function hashOf(file) {
  if (!hashes.has(file)) hashes.set(file, createHash('sha256').update(readFileSync(file)).digest('hex'));
  return hashes.get(file);
}

function keyOf({ file, line, column, mutatorName, replacement }) {
  return JSON.stringify([file, hashOf(file), line, column, mutatorName, replacement]);
}

/**
 * The results of earlier runs. What survived holds for as long as no test that reaches it changes, none is added, and none has more
 * time.
 */
export class Results {
  #path;
  #seconds;
  #kept;

  /** Takes the time that tests have for each change. */
  constructor(path, seconds) {
    this.#path = path;
    this.#seconds = seconds;
    this.#kept = new Map(this.#written().map((result) => [result.key, result]));
  }

  /** Returns the result of a change that these files of tests reach. */
  of(mutant, tests) {
    const known = this.#kept.get(keyOf(mutant));
    if (known === undefined || !isLeft(known)) return known;
    return known.seconds >= this.#seconds && known.tests.join() === tests.join() ? known : undefined;
  }

  add(result) {
    this.#kept.set(result.key, { seconds: this.#seconds, ...result });
  }

  /** Adds what another run has written meanwhile. */
  write() {
    for (const result of this.#written()) if (!this.#kept.has(result.key)) this.#kept.set(result.key, result);
    const path = `${this.#path}.${process.pid}`;
    writeFileSync(path, `${JSON.stringify([...this.#kept.values()], null, 1)}\n`);
    renameSync(path, this.#path);
  }

  #written() {
    const all = existsSync(this.#path) ? JSON.parse(readFileSync(this.#path, 'utf8')) : [];
    return all.filter(holds);
  }
}

function holds({ tests, testsHash }) {
  return tests?.every((test) => existsSync(test)) && hashOfAll(tests) === testsHash;
}

function hashOfAll(tests) {
  return createHash('sha256').update(tests.map(hashOf).join()).digest('hex');
}

/** The result of a change, with the test that noticed, or all that could have. */
export function resultOf(mutant, { status, by }, tests) {
  const { id: _, ...what } = mutant;
  return { key: keyOf(mutant), ...what, status, by: by?.slice(0, 200), tests, testsHash: hashOfAll(tests) };
}

export function tableOf(results) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const [killed, timeout, survived, uncovered] = ['killed', 'timeout', 'survived', 'uncovered'].map(count);
  const score = ((killed + timeout) / results.length) * 100;
  return `${results.length} changes: ${killed} killed, ${timeout} timeouts, ${survived} survived, ${uncovered} uncovered; score ${score.toFixed(1)} %`;
}

/** Recognizes a change that no test has noticed. */
export function isLeft({ status }) {
  return status === 'survived' || status === 'uncovered';
}

export function describeSurvivor({ file, line, column, original, replacement, status }) {
  return `${status} ${file}:${line}:${column}\n${prefixed('- ', original)}\n${prefixed('+ ', replacement)}`;
}

function prefixed(sign, text) {
  return text.replace(/^/gm, `    ${sign}`);
}
