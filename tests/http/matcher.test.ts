import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { segmentsOf } from '../../src/contract/path.ts';
import { PathMatcher, TreeNode } from '../../src/http/routing/matcher.ts';

/** The states of a matcher of paths, and which of them it keeps. */

function matcherOf(...paths: readonly string[]) {
  const matcher = new PathMatcher((found: readonly string[]) => found.join(' '));
  for (const path of paths) matcher.add(segmentsOf(path), path);
  return matcher;
}

it.each([
  ['/a/b', { result: '/a/b /a/{x} /{y}/b', segments: ['a', 'b'] }],
  ['/a/', { result: '/a/{rest:path}', segments: ['a', ''] }],
  ['/c/b', { result: '/{y}/b', segments: ['c', 'b'] }],
  ['/a/c/d', undefined],
  ['/c', undefined],
  ['/', undefined],
  ['', undefined],
  ['a/b', undefined],
  ['xa/b', undefined],
])('%j leads to %j', (path, found) => {
  const paths = path === '/a/' ? ['/a/{rest:path}'] : ['/a/b', '/a/{x}', '/{y}/b'];
  const matcher = matcherOf(...paths);
  for (const _ of [1, 2]) expect(matcher.find(path)).toEqual(found);
});

it('a path that is added later is found', () => {
  const matcher = matcherOf('/{x}');
  expect(matcher.find('/a')?.result).toBe('/{x}');
  matcher.add(segmentsOf('/a'), '/a');
  expect(matcher.find('/a')?.result).toBe('/a /{x}');
});

describe('a state', () => {
  /** The nodes that are visited for a path. */
  function costOf(matcher: ReturnType<typeof matcherOf>, path: string): number {
    const visits = vi.spyOn(TreeNode.prototype, 'next');
    matcher.find(path);
    const { length } = visits.mock.calls;
    visits.mockRestore();
    return length;
  }

  it.each([
    ['/a/b', '/a/b', 0],
    ['/a/b', '/a/c', 1],
    ['/a/1', '/a/2', 0],
    ['/c/b', '/d/b', 0],
    ['/a/x.y', '/a/z.y', 0],
    ['/a/x.y', '/a/z.w', 1],
    ['/a/nothing', '/a/nothing/else', 1],
  ])('after %s makes %s cheap', (first, second, cost) => {
    const matcher = matcherOf('/a/b', '/a/c', '/a/{x}', '/{y}/b', '/a/{x}.y', '/a/{x}.{z}');
    expect(costOf(matcher, first)).toBeGreaterThan(1);
    expect(costOf(matcher, second) > 0).toBe(cost > 0);
  });

  it('is kept only while there are not too many', () => {
    const depth = 10;
    const texts = Array.from({ length: 2 ** depth }, (_, bits) => bits.toString(2).padStart(depth, '0'));
    const pathOf = (text: string, open: string) =>
      `/${Array.from(text, (digit, at) => (digit === '1' ? 'a' : `${open}${at}`)).join('/')}`;
    const matcher = matcherOf(...texts.map((text) => pathOf(text, '{p').replace(/(\{p\d)/g, '$1}')));
    const round = () => texts.reduce((sum, text) => sum + costOf(matcher, pathOf(text, 'b')), 0);
    const [first, second, third] = [round(), round(), round()];
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(first);
    expect(third).toBe(second);
  });
});

it('a segment is looked up few times, however many lengths the texts around parameters have', () => {
  const paths = Array.from({ length: 500 }, (_, at) => `/${'a'.repeat(at + 1)}{x}${'b'.repeat(500 - at)}`);
  const matcher = matcherOf(...paths);
  const found = matcher.find(`/aac${'b'.repeat(500)}`);
  expect(found?.result).toBe(`/a{x}${'b'.repeat(500)} /aa{x}${'b'.repeat(499)}`);
  const parts = vi.spyOn(String.prototype, 'slice');
  onTestFinished(() => parts.mockRestore());
  expect(matcher.find(`/${'c'.repeat(5000)}`)).toBeUndefined();
  expect(parts.mock.calls.length).toBeLessThan(200);
});
