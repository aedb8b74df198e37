import { expect, it } from 'vitest';
import { docsAnswers } from '../../src/docs/no-maker.ts';

/** Workers, on which bundlers put this module in place of the code that makes documentation. */

it('has nothing that makes documentation', () => {
  expect(docsAnswers).toBeUndefined();
});
