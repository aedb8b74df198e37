interface Class {
  readonly prototype: object;
}

const classes: unique symbol = Symbol.for('assay.classes');

interface Globals {
  readonly Symbol: SymbolConstructor;
  /** The classes of all copies of the package that have been loaded, by their names. */
  [classes]?: Record<string, readonly Class[]>;
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
  globals[classes] ??= {};
  const all = [...(globals[classes][name] ?? []), own];
  globals[classes][name] = all;
  if (all.length === 1) return;
  const value = (given: unknown) => typeof given === 'object' && given !== null && mark in given;
  for (const each of all) Object.defineProperty(each, Symbol.hasInstance, { value, configurable: true });
}
