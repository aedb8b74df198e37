import { describe, expect, it } from 'vitest';
import { unsupportedText } from '../../src/cli/unsupported.ts';

/** What is said at start of a document that is not served exactly. */

const places = ['#/a', '#/b', '#/c', '#/d', '#/e', '#/f', '#/g'];
const whats = [
  'is not sent as text/plain',
  'is not sent as text/html',
  'are not called',
  'is not routed',
  'declares no success; the reply is an empty 200',
  'has a format that is not checked: "int128"',
  'has a format that is not checked: "money"',
];
const unsupported = whats.map((what, at) => ({ place: places[at] ?? '', what }));

describe('unsupportedText', () => {
  it('tells the first of each sort, rules first, and the number of all', () => {
    expect(
      unsupportedText(unsupported, { isWhole: false, isJson: false }),
    ).toBe(`#/f has a format that is not checked: "int128" (and 1 more)
#/d is not routed
#/e declares no success; the reply is an empty 200
#/a is not sent as text/plain (and 1 more)
#/c are not called
7 parts of the document are not served exactly as it says; --list-unsupported lists them all
`);
  });

  it('lists all in the same order', () => {
    const lines = unsupportedText(unsupported, { isWhole: true, isJson: false }).split('\n');
    expect(lines.map((line) => line.slice(0, 3))).toEqual([
      '#/f',
      '#/g',
      '#/d',
      '#/e',
      '#/a',
      '#/b',
      '#/c',
      '',
    ]);
  });

  it('says nothing more if that is all, and nothing of nothing', () => {
    expect(unsupportedText(unsupported.slice(2, 4), { isWhole: false, isJson: false })).toBe(
      '#/d is not routed\n#/c are not called\n',
    );
    expect(unsupportedText([], { isWhole: false, isJson: true })).toBe('');
  });

  it('has no more than eleven lines', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ place: `#/${at}`, what: `is of sort ${at}` }));
    expect(unsupportedText(many, { isWhole: false, isJson: false }).split('\n').length).toBe(12);
  });

  it('is JSON as in the log', () => {
    const [first, second, ...others] = unsupportedText(unsupported.slice(5), { isWhole: false, isJson: true })
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      level: 'warn',
      place: '#/f',
      what: 'has a format that is not checked: "int128"',
      others: 1,
      msg: '#/f has a format that is not checked: "int128" (and 1 more)',
    });
    expect(second).toMatchObject({ parts: 2, level: 'warn', pid: process.pid });
  });
});
