import { expect } from 'vitest';
import type { Case } from '../../src/cases/case.ts';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';

/** Expects that every case of the only operation of a document gets the reply that it names; returns the cases. */
export function expectTrueCases(
  document: unknown,
  values: DocumentOptions['values'] = 'fastapi',
): readonly Case[] {
  const app = fromDocument(document, { values })[hosting];
  const core = app.build();
  const cases = [...casesOf(wholeSubjectOf(app), Object.keys(app.contract.endpoints)[0])];
  for (const { id, request, expected } of cases)
    expect([id, inject(core, request).status]).toEqual([id, expected.status]);
  return cases;
}
