import { toggle } from './kinds.ts';
import { flagOf, type Rows, type Setting, type ValuesOf, variableOf } from './setting.ts';
import { UsageError, unknown } from './usage-error.ts';

/** A command line: its flags, each with all that was given for it, and the words that are none. */
export interface Line {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
}

const short: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['-v', '--version'],
]);
const bare: ReadonlySet<string> = new Set(['--help', '--version']);

/** The flags as they were given: `--flag value`, `--flag=value`, or the mere flag where that is enough. */
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

/** Takes the value that follows a flag, unless the flag can do without. */
function valueAfter(flag: string, rest: string[], toggles: ReadonlySet<string>): string | undefined {
  const [next = ''] = rest;
  const isMere = bare.has(flag) || (toggles.has(flag) && toggle.read(next) === undefined);
  return isMere ? 'true' : rest.shift();
}

/** The settings that were made. Where a flag and a variable are at odds, the flag wins; of several flags the last. */
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

/** Those settings, and for all others what they are unless set. */
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

/** An empty variable is as good as none. */
function readVariable(name: string, row: Setting<unknown>, env: NodeJS.ProcessEnv): unknown {
  const written = env[variableOf(name)] || undefined;
  return written === undefined ? undefined : read(row, variableOf(name), written);
}

function read({ kind }: Setting<unknown>, source: string, written: string): unknown {
  const value = kind.read(written);
  return value ?? new UsageError(`${source} must be ${kind.allowed}, not ${JSON.stringify(written)}`);
}
