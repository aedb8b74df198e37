import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldErrors, message } from '../../src/client/errors.ts';
import { recordedErrors } from './_recorded-errors.ts';

/** The error bodies that frameworks really send, recorded by `recorded/record.js`. */

interface Recorded {
  readonly package: string;
  readonly version: string;
  readonly variant: string;
  readonly body: unknown;
}

const file = join(import.meta.dirname, 'recorded', 'bodies.json');
const { bodies }: { bodies: readonly Recorded[] } = JSON.parse(readFileSync(file, 'utf8'));
const named = bodies.map((recorded) => ({ name: `${recorded.package}, ${recorded.variant}`, ...recorded }));

describe('recorded bodies', () => {
  it('are those of many frameworks, and all of them are expected', () => {
    expect(new Set(bodies.map((recorded) => recorded.package)).size).toBeGreaterThanOrEqual(20);
    expect(named.map(({ name }) => name)).toEqual(Object.keys(recordedErrors));
  });

  it.each(named)('of $name are read', ({ name, body }) => {
    expect({ ...fieldErrors(body) }).toEqual(recordedErrors[name]);
  });

  it.each(named)('of $name are read from their text', ({ name, body }) => {
    expect({ ...fieldErrors(JSON.stringify(body)) }).toEqual(recordedErrors[name]);
    for (const texts of Object.values(recordedErrors[name] ?? {}))
      for (const text of texts) expect(message(body)).toContain(text.replace(/\.$/, ''));
  });
});
