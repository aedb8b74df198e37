import { toggle } from './kinds.ts';
import { flagOf, type Rows, type Setting, type ValuesOf, variableOf } from './setting.ts';
import { UsageError, unknown } from './usage-error.ts';

/** A command line: its flags, each with all values given for it, and its other words. */
interface Line {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
}

const short: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['-v', '--version'],
]);
const bare: ReadonlySet<string> = new Set(['--help', '--version']);

/** Reads the flags: `--flag value`, `--flag=value`, or `--flag` alone for a toggle. */
export function readLine(args: readonly string[], rows: Rows): Line | UsageError {
  const toggles = new Set(
    Object.keys(rows)
      .filter((name) => rows[name]?.kind === toggle)
      .map(flagOf),
  );
  const known = new Set([...bare, ...Object.keys(rows).map(flagOf)]);
  const flags = new Map<string, string[]>();
  const words: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = arg, given] = /^(--[^=]*)=(.*)$/s.exec(arg) ?? [];
    const flag = short.get(name) ?? name;
    if (!flag.startsWith('-')) {
      words.push(flag);
      continue;
    }
    if (!known.has(flag)) return unknown('option', name);
    if (bare.has(flag) && given !== undefined) return new UsageError(`${flag} takes no value`);
    const value = given ?? valueAfter(flag, rest, toggles);
    if (value === undefined) return new UsageError(`${flag} needs a value`);
    flags.set(flag, [...(flags.get(flag) ?? []), value]);
  }
  return { flags, words };
}

/** Takes the value after a flag. A toggle takes it only if it is a toggle's value. */
function valueAfter(flag: string, rest: string[], toggles: ReadonlySet<string>): string | undefined {
  const [next = ''] = rest;
  const isMere = bare.has(flag) || (toggles.has(flag) && toggle.read(next) === undefined);
  return isMere ? 'true' : rest.shift();
}

/** Reads the settings that are given. A flag wins over its variable, and the last of several flags over the others. */
export function readSettings<R extends Rows>(
  rows: R,
  { flags }: Line,
  env: NodeJS.ProcessEnv = {},
): Partial<ValuesOf<R>> | UsageError {
  const chosen: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(rows)) {
    const given = flags.get(flagOf(name)) ?? [];
    const value = given.length === 0 ? readVariable(name, row, env) : readFlags(name, row, given);
    if (value instanceof UsageError) return value;
    if (value !== undefined) chosen[name] = value;
  }
  return chosen as Partial<ValuesOf<R>>;
}

/** Adds the defaults of the settings that are not given. */
export function withFallbacks<R extends Rows>(rows: R, chosen: Partial<ValuesOf<R>>): ValuesOf<R> {
  const fallbacks = Object.entries(rows).map(([name, { fallback }]) => [name, fallback]);
  return { ...(Object.fromEntries(fallbacks) as ValuesOf<R>), ...chosen };
}

function readFlags(name: string, row: Setting<unknown>, given: readonly string[]): unknown {
  const [last = ''] = given.slice(-1);
  if (!Array.isArray(row.fallback)) return read(row, flagOf(name), last);
  const values = given.map((written) => read(row, flagOf(name), written));
  return values.find((value) => value instanceof UsageError) ?? values;
}

/** Reads a variable. An empty one counts as not set. */
function readVariable(name: string, row: Setting<unknown>, env: NodeJS.ProcessEnv): unknown {
  const written = env[variableOf(name)] || undefined;
  return written === undefined ? undefined : read(row, variableOf(name), written);
}

function read({ kind }: Setting<unknown>, source: string, written: string): unknown {
  const value = kind.read(written);
  return value ?? new UsageError(`${source} must be ${kind.allowed}, not ${JSON.stringify(written)}`);
}
