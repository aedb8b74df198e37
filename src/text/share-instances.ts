interface Class {
  readonly prototype: object;
}

const classes: unique symbol = Symbol.for('assay.classes');

interface Globals {
  readonly Symbol: SymbolConstructor;
  /** The classes of each name, one of each copy of the package that has been loaded. */
  [classes]?: Map<string, Class[]>;
}

const globals: Globals = globalThis;

/**
 * Lets `instanceof` know the instances that other copies of the package made. A program can have several: one that it imports,
 * one that it requires, one that a dependency brought along. To a copy that did not know the issues of another, what is wrong
 * would be right. A copy that is alone keeps the runtime's own `instanceof`, which JavaScriptCore does many times as fast.
 */
export function shareInstances(own: Class, name: string): void {
  const mark = Symbol.for(`assay.${name}`);
  Object.defineProperty(own.prototype, mark, { value: true });
  globals[classes] ??= new Map();
  const all = [...(globals[classes].get(name) ?? []), own];
  globals[classes].set(name, all);
  if (all.length > 1) for (const each of all) knowByMark(each, mark);
}

function knowByMark(own: Class, mark: symbol): void {
  const { prototype } = own;
  Object.defineProperty(own, Symbol.hasInstance, {
    value: (value: unknown) => {
      // Most values are plain objects, which are told apart at once.
      if (typeof value !== 'object' || value === null) return false;
      const known: unknown = Object.getPrototypeOf(value);
      return known === prototype || (known !== Object.prototype && mark in value);
    },
    configurable: true,
  });
}
