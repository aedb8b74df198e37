/**
 * Lets `instanceof` know the instances that other copies of the package made. A program can have several: one that it imports,
 * one that it requires, one that a dependency brought along. To a copy that did not know the issues of another, what is wrong
 * would be right.
 */
export function shareInstances(own: { readonly prototype: object }, name: string): void {
  const { prototype } = own;
  const mark = Symbol.for(`assay.${name}`);
  Object.defineProperty(prototype, mark, { value: true });
  Object.defineProperty(own, Symbol.hasInstance, {
    value: (value: unknown) => {
      // Most values are plain objects, which are told apart at once.
      if (typeof value !== 'object' || value === null) return false;
      const known: unknown = Object.getPrototypeOf(value);
      return known === prototype || (known !== Object.prototype && mark in value);
    },
  });
}
