import { describe, expect, it } from 'vitest';
import { cardsOf, summaryOf, verdictOn } from '../../src/page/browser/cards.ts';

/** The cards on which the page at /docs shows what a reply says, and its sentences about it. */

describe('a reply is shown as cards:', () => {
  it.each([
    ['', []],
    ['<h1>Oh</h1>', ['<h1>Oh</h1>']],
    ['[1]', ['[1]']],
    ['{"detail":"Not Found"}', ['Not Found']],
    ['{"detail":{"message":"No","field":"age"}}', ['No']],
    ['{"detail":{}}', ['{}']],
    ['{"status":"ok"}', ['The reply']],
    ['{"detail":[{"msg":"No","type":"a"},{"type":"b"},{}]}', ['No', 'b', '']],
  ])('%s', (body, messages) => {
    expect(cardsOf(body).map(({ message }) => message)).toEqual(messages);
  });

  it.each([
    ['{"detail":[{"loc":["body","tags",0],"msg":"No"}]}', 'body.tags.0'],
    ['{"detail":[{"loc":["body",null,"a"],"msg":"No"}]}', 'body.a'],
    ['{"detail":[{"loc":"body","msg":"No"}]}', undefined],
    ['{"detail":[{"msg":"No"}]}', undefined],
    ['{"detail":{"field":"age"}}', 'body.age'],
    ['{"parameter":"page"}', 'query.page'],
    ['{"other":"page"}', undefined],
  ])('%s is about %s', (body, place) => {
    expect(cardsOf(body)[0]?.place).toBe(place);
  });

  it.each([
    ['with the digits that were sent', '1.50e400', '1.50e400'],
    ['with a long input cut off', '1'.repeat(201), `${'1'.repeat(200)}…`],
  ])('%s', (_, sent, input) => {
    const [card] = cardsOf(`{"detail":[{"type":"a","input":${sent},"ctx":{"le":1}}]}`);
    expect(card?.rows).toEqual([
      ['type', 'a'],
      ['input', input],
      ['ctx', '{"le":1}'],
    ]);
  });

  it('without an input', () => {
    expect(cardsOf('{"detail":[{"type":"a"}]}')[0]?.rows).toContainEqual(['input', 'none']);
  });
});

describe('an answer is told in a sentence:', () => {
  it.each([
    [200, '{"detail":"Fine"}', '200 OK'],
    [404, '{"detail":"Not Found"}', '404 Not Found: Not Found'],
    [422, '{"detail":[{"msg":"No"},{"msg":"Nor this"}]}', '422 Unprocessable Content, 2 errors: No'],
    [404, '', '404 Not Found'],
    [599, '', '599 Error 599'],
  ])('%i %s', (status, body, sentence) => {
    expect(summaryOf({ status, body })).toBe(sentence);
  });
});

describe('an answer is held against the contract:', () => {
  const entries = (...keys: string[]) => JSON.stringify({ detail: [{ loc: ['body', ...keys], msg: 'No' }] });

  it.each([
    [200, undefined, '', 'expected 422'],
    [422, undefined, entries('a'), 'as expected'],
    [422, entries('a'), entries('a'), 'as expected'],
    [422, entries('a'), entries('b'), 'with other errors than expected'],
  ])('%i, %s, %s', (status, told, body, verdict) => {
    const expected = { status: 422, ...(told !== undefined && { body: told }) };
    expect(verdictOn({ status, body }, expected)).toBe(verdict);
  });
});
