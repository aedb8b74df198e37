import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../src/documents/references.ts';
import { fromDocument } from '../../src/from-document.ts';
import { documents, firstCases, read, send, serve, sizeOf, takesNothing } from './_documents.ts';

/** Documents of public services, of all kinds and sizes. */

/** Every eighth of 2,639, and those above 3 MB. */
const loaded = new Set([...documents(8), ...documents(1).filter((name) => sizeOf(name) > 3_000_000)]);

describe('a document is served, or refused in one line', () => {
  it.each([...loaded])('%s', (name) => {
    const document = read(name);
    try {
      const { unsupported } = fromDocument(document);
      for (const { place, what } of unsupported) expect(`${place} ${what}`).toMatch(/^#\/\S+ [^\n]+$/);
    } catch (error) {
      expect(error).toBeInstanceOf(DocumentError);
      expect(String(error)).toMatch(/^DocumentError: [^\n]+$/);
    }
  });
});

describe('every operation accepts its own example, and refuses a changed one', () => {
  it.each(documents(50, 7))('%s', (name) => {
    const served = serve(name);
    const wrong: string[] = [];
    for (const operation of Object.keys(served.app.contract.endpoints)) {
      const { accepted, refused } = firstCases(served, operation);
      const statuses = [accepted, refused].map((each) => each && send(served, each).status);
      // An operation that declares only redirects answers with one.
      const [success = 0, refusal = takesNothing(served, operation) ? 400 : 0] = statuses;
      if (success < 200 || success >= 400 || refusal < 400 || refusal >= 500)
        wrong.push(`${operation}: ${statuses.join(' and ')}`);
    }
    expect(wrong).toEqual([]);
  });
});
