import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { Description } from '../../src/page/description.ts';
import { entriesOf } from '../../src/page/endpoints.ts';
import { page } from '../../src/page/page.ts';
import { requestDataWriter } from '../../src/page/request-data.ts';
import { defined } from '../../src/text/guards.ts';
import type { Steps } from '../../src/text/turns.ts';
import { counted } from '../_counted.ts';

/** Pages of large documents, which are made in steps. */

const MANY = 1000;
const responses = { 200: { description: 'x' } };

function many<Value>(value: Value): Record<string, Value> {
  return Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`n${at}`, value]));
}

/** Describes a document, and returns the contract that is made of it. */
function described(parts: object) {
  const { document, read } = counted({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, ...parts });
  const { contract } = fromDocument(document)[hosting];
  return { contract, description: new Description({ ...document }), read };
}

/** Returns nothing to make requests with. */
function* noData(): Steps<string> {
  yield;
  return '';
}

/** Makes something, and returns how much of a document each step reads. */
function readsInSteps(steps: Steps<string>, read: () => number): number[] {
  const reads: number[] = [];
  for (let isDone: boolean | undefined; !isDone; ) {
    const before = read();
    isDone = steps.next().done;
    reads.push(read() - before);
  }
  return reads;
}

it('the list of webhooks takes a step for each', () => {
  const webhooks = many({ post: { summary: 'A webhook', responses } });
  const { contract, description, read } = described({ paths: {}, webhooks });
  const addresses = { root: './', docs: 'docs', errors: '', openapi: '', cases: '', file: () => '' };
  const parts = { contract, description, addresses, dataOf: noData };
  const reads = readsInSteps(page(parts, true), read);
  expect(reads.filter((each) => each > 0)).toHaveLength(MANY);
});

it('the form of a request takes a step for each property, also for those that it leaves out', () => {
  const properties = many({ type: 'string', readOnly: true });
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const paths = { '/': { post: { requestBody: { content }, responses } } };
  const { contract, description, read } = described({ paths });
  const subject = {
    contract: { ...contract, endpoints: {} },
    basePath: '',
    limits: defaultLimits,
    inject: () => undefined,
    hasFaults: false,
  };
  const [entry] = entriesOf(contract);
  const steps = requestDataWriter(() => subject, description)(defined(entry));
  expect(readsInSteps(steps, read).length).toBeGreaterThan(MANY);
});
