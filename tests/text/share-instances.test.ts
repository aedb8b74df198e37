import { describe, expect, it } from 'vitest';
import { shareInstances } from '../../src/text/share-instances.ts';

/** A class as each copy of the package has one. */
function loadCopy(name: string): new () => object {
  class Copy {}
  shareInstances(Copy, name);
  return Copy;
}

describe('a class of which there is one copy', () => {
  it('knows its instances as any class does', () => {
    const One = loadCopy('Single');
    expect(new One()).toBeInstanceOf(One);
    expect({}).not.toBeInstanceOf(One);
    expect(Object.getOwnPropertySymbols(One)).toEqual([]);
  });
});

describe.each([2, 3])('a class of which there are %d copies', (count) => {
  const copies = Array.from({ length: count }, () => loadCopy(`Copied ${count} times`));

  it('knows the instances of all of them', () => {
    for (const One of copies) for (const Other of copies) expect(new Other()).toBeInstanceOf(One);
  });

  it.each([null, undefined, 1, 'text', {}, [], Object.create(null), new Date(0)])(
    'does not know %o',
    (value) => {
      for (const One of copies) expect(value instanceof One).toBe(false);
    },
  );

  it('does not know those of a class of another name', () => {
    const Other = loadCopy('Other');
    for (const One of copies) expect(new Other()).not.toBeInstanceOf(One);
  });
});
