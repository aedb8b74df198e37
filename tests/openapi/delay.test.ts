import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** Replies of a document that come later. */

const content = { 'application/json': { schema: { type: 'integer' } } };
const document = documentOf({
  '/lamps': {
    get: { responses: { 200: { description: 'x', content } } },
    post: { requestBody: { content }, responses: { 200: { description: 'x', content } } },
  },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The time after which a reply arrives, in milliseconds. */
async function timeOf(
  delay: number | readonly number[],
  path = '/lamps',
  init: RequestInit = {},
): Promise<number> {
  const start = Date.now();
  const app = fromDocument(document, { delay });
  const reply = app.fetch(new Request(`http://localhost${path}`, init)).then(() => Date.now() - start);
  await vi.runAllTimersAsync();
  return reply;
}

describe('a delay', () => {
  it('is that of every reply of an operation, errors too', async () => {
    expect(await timeOf(300)).toBe(300);
    const headers = { 'content-type': 'application/json' };
    for (const body of ['5', '"x"'])
      expect(await timeOf(300, '/lamps', { method: 'POST', headers, body })).toBe(300);
    expect(await timeOf(300, '/lamps?__code=200')).toBe(300);
  });

  it('is drawn from a range', async () => {
    const times = [];
    for (let at = 0; at < 20; at++) times.push(await timeOf([100, 800]));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...times)).toBeLessThanOrEqual(801);
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  it('is that of the request, if it has one', async () => {
    expect(await timeOf(300, '/lamps', { headers: { prefer: 'delay=2' } })).toBe(2000);
  });

  it('is not for other pages', async () => {
    for (const path of ['/docs', '/openapi.json', '/nowhere']) expect(await timeOf(300, path)).toBe(0);
  });

  it('is not for more replies than may wait', async () => {
    const app = fromDocument(document, { delay: 300 });
    const start = Date.now();
    const all = Array.from({ length: 1001 }, () =>
      app.fetch(new Request('http://localhost/lamps')).then(() => Date.now() - start),
    );
    await vi.runAllTimersAsync();
    const times = await Promise.all(all);
    expect(times.filter((time) => time === 0)).toHaveLength(1);
  });

  it.each([-1, 30_001, Number.NaN, [1], [2, 1], [1, 2, 3], ['1', 2], [2, '1']])('has limits: %j', (delay) => {
    expect(() => fromDocument(document, { delay: delay as never })).toThrow('delay');
  });
});
