import type { Kind } from './kinds.ts';

/** A setting. Its flag and its environment variable are derived from its name. */
export interface Setting<Value, Written = Value> {
  readonly kind: Kind<Written>;
  /** The purpose, in a few words. */
  readonly what: string;
  /** The default value. */
  readonly fallback: Value;
  /** The default in words, if the value does not explain itself. */
  readonly unless?: string;
}

/** The settings of a command, by name. */
export type Rows = Readonly<Record<string, Setting<unknown>>>;

/** A value for each setting. */
export type ValuesOf<R extends Rows> = { readonly [Name in keyof R]: R[Name]['fallback'] };

export function setting<Value>(what: string, kind: Kind<Value>, fallback: Value): Setting<Value> {
  return { what, kind, fallback };
}

/** A setting without a default value. */
export function open<Value>(what: string, kind: Kind<Value>, unless: string): Setting<Value | undefined> {
  return { what, kind, fallback: undefined, unless };
}

/** A setting that may be given several times. */
export function many<Value>(
  what: string,
  kind: Kind<Value>,
  unless: string,
): Setting<readonly Value[], Value> {
  return { what, kind, fallback: [], unless };
}

/** The description of a setting. */
export interface Described {
  /** `--body-limit` */
  readonly flag: string;
  /** `BODY_LIMIT` */
  readonly variable: string;
  readonly placeholder: string;
  readonly what: string;
  readonly unless: string;
}

/** Describes settings, for the help and the documentation. */
export function describeSettings(rows: Rows): Described[] {
  return Object.entries(rows).map(([name, { kind, what, fallback, unless }]) => ({
    flag: flagOf(name),
    variable: variableOf(name),
    placeholder: kind.placeholder,
    what,
    unless: unless ?? String(fallback),
  }));
}

export function flagOf(name: string): string {
  return `--${words(name).join('-').toLowerCase()}`;
}

export function variableOf(name: string): string {
  return words(name).join('_').toUpperCase();
}

function words(name: string): string[] {
  return name.split(/(?=[A-Z])/);
}
