import type { CoverageMap, FileCoverage, Range } from 'istanbul-lib-coverage';

/** Adds the hits of one coverage to another, at the same places of the source; other places are ignored. */
export function addHits(covered: CoverageMap, others: CoverageMap): void {
  for (const file of covered.files()) {
    if (others.files().includes(file)) addFile(covered.fileCoverageFor(file), others.fileCoverageFor(file));
  }
}

function addFile(covered: FileCoverage, others: FileCoverage): void {
  const hits = hitsOf(others);
  const add = (kind: string, place: Range) => hits.get(`${kind} ${nameOf(place)}`) ?? 0;
  for (const [key, place] of Object.entries(covered.statementMap))
    covered.s[key] = (covered.s[key] ?? 0) + add('statement', place);
  for (const [key, { decl }] of Object.entries(covered.fnMap))
    covered.f[key] = (covered.f[key] ?? 0) + add('function', decl);
  for (const [key, { type, loc }] of Object.entries(covered.branchMap))
    covered.b[key] = (covered.b[key] ?? []).map((hit, at) => hit + add(`${type} ${at}`, loc));
}

/** The number of times that each place was hit. */
function hitsOf({ statementMap, s, fnMap, f, branchMap, b }: FileCoverage): ReadonlyMap<string, number> {
  const hits = new Map<string, number>();
  for (const [key, place] of Object.entries(statementMap))
    hits.set(`statement ${nameOf(place)}`, s[key] ?? 0);
  for (const [key, { decl }] of Object.entries(fnMap)) hits.set(`function ${nameOf(decl)}`, f[key] ?? 0);
  for (const [key, { type, loc }] of Object.entries(branchMap))
    for (const [at, hit] of (b[key] ?? []).entries()) hits.set(`${type} ${at} ${nameOf(loc)}`, hit);
  return hits;
}

/** Names a place by its start, on which compilers agree. */
function nameOf({ start }: Range): string {
  return `${start.line}:${start.column}`;
}
