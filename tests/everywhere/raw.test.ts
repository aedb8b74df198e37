import { describe, expect, inject, it } from 'vitest';
import { head } from '../wire/_bytes.ts';
import { outcomeOf } from '../wire/_outcome-of.ts';
import { outcomeOn, pinnedRequests } from './_differences.ts';
import { requests } from './_requests.ts';

/** Requests that servers of HTTP take in different ways: on each runtime just as the table says. */

it('has something in the table for every request', () => {
  expect(Object.keys(requests)).toEqual(pinnedRequests);
});

describe.each(inject('runtimes') ?? [])('$name', ({ name, ports, prefix = '' }) => {
  const port = typeof ports === 'number' ? ports : (ports.practice ?? 0);
  const next = head(`GET ${prefix}/items/1 HTTP/1.1`, 'Host: a', 'Connection: close');

  it.each(Object.entries(requests))('%s', async (what, written) => {
    expect(await outcomeOf(port, written(prefix), next)).toBe(outcomeOn(name, what));
  });
});
