import { describe, expect, it } from 'vitest';
import { cardsOf, summaryOf, verdictOn } from '../../src/page/browser/cards.ts';

/** The cards on which the page at /docs shows what a reply says, and its sentences about it. */

describe('a reply is shown as cards:', () => {
  it.each<[body: string, ...cards: [message: string, place?: string][]]>([
    [''],
    ['<h1>Oh</h1>', ['The server gave an answer that could not be read']],
    ['[1]', ['The server gave no reason']],
    ['Too much', ['Too much']],
    ['{"detail":"Not Found"}', ['Not Found']],
    ['{"detail":[{"msg":"No","type":"a"},{"type":"b"},{}]}', ['No'], ['b'], ['']],
    ['{"detail":[{"loc":["body","tags",0],"msg":"No"}]}', ['No', 'body.tags.0']],
    ['{"detail":[{"loc":["body",null,"a"],"msg":"No"}]}', ['No', 'body.a']],
    ['{"detail":[{"loc":"body","msg":"No"}]}', ['No']],
    ['{"detail":{"message":"No","field":"age"}}', ['No', '?.age']],
    [
      '{"errors":[{"field":"tags[0]","message":"No"},{"message":"Nor this"}]}',
      ['No', '?.tags.0'],
      ['Nor this'],
    ],
    ['{"title":"Bad","errors":{"age":["No"]}}', ['No', '?.age']],
  ])('%s', (body, ...cards) => {
    expect(cardsOf(body).map(({ message, loc }) => [message, ...(loc ? [loc.join('.')] : [])])).toEqual(
      cards,
    );
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
