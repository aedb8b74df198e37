/** The fate of each change, kept from one run to the next for as long as its file and the test that noticed stay the same. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const hashes = new Map();

function hashOf(file) {
  if (!hashes.has(file)) hashes.set(file, createHash('sha256').update(readFileSync(file)).digest('hex'));
  return hashes.get(file);
}

function keyOf({ file, line, column, mutatorName, replacement }) {
  return JSON.stringify([file, hashOf(file), line, column, mutatorName, replacement]);
}

/** The results of earlier runs, of which those hold whose source and test are the same; what survived is tried again. */
export class Results {
  #path;
  #kept;

  constructor(path) {
    this.#path = path;
    const all = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
    this.#kept = new Map(all.filter(holds).map((result) => [result.key, result]));
  }

  of(mutant) {
    return this.#kept.get(keyOf(mutant));
  }

  add(result) {
    this.#kept.set(result.key, result);
  }

  write() {
    writeFileSync(this.#path, `${JSON.stringify([...this.#kept.values()], null, 1)}\n`);
  }
}

function holds({ status, test, testHash }) {
  return status !== 'survived' && test !== undefined && existsSync(test) && hashOf(test) === testHash;
}

export function resultOf(mutant, { status, by }, test) {
  const { id: _, ...what } = mutant;
  return { key: keyOf(mutant), ...what, status, by: by?.slice(0, 200), test, testHash: test && hashOf(test) };
}

export function tableOf(results) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const [killed, timeout, survived, uncovered] = ['killed', 'timeout', 'survived', 'uncovered'].map(count);
  const score = ((killed + timeout) / results.length) * 100;
  return `${results.length} changes: ${killed} killed, ${timeout} timeouts, ${survived} survived, ${uncovered} uncovered; score ${score.toFixed(1)} %`;
}

export function describeSurvivor({ file, line, column, original, replacement, status }) {
  return `${status} ${file}:${line}:${column}\n${prefixed('- ', original)}\n${prefixed('+ ', replacement)}`;
}

function prefixed(sign, text) {
  return text.replace(/^/gm, `    ${sign}`);
}
