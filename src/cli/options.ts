import { toggle } from './kinds.ts';
import { flagOf, type Setting, type Settings, settings, variableOf } from './settings.ts';

/** What the command is asked for. */
export type Command =
  | { readonly do: 'serve'; readonly settings: Settings }
  | { readonly do: 'help' }
  | { readonly do: 'version' };

/** Why an order can't be followed, in one sentence. */
export class UsageError {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

const rows = Object.entries<Setting<unknown>>(settings);

/** Reads what stands behind the command's name. Where a flag and a variable are at odds, the flag wins. */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | UsageError {
  const [first = '-'] = args;
  if (first !== 'serve' && !first.startsWith('-')) return new UsageError(unknown('command', first));
  const flags = readFlags(first === 'serve' ? args.slice(1) : args);
  if (flags instanceof UsageError) return flags;
  if (flags.has('--help')) return { do: 'help' };
  if (flags.has('--version')) return { do: 'version' };
  const values: Record<string, unknown> = {};
  for (const [name, row] of rows) {
    const value = readSetting(name, row, flags, env);
    if (value instanceof UsageError) return value;
    values[name] = value;
  }
  return { do: 'serve', settings: values as Settings };
}

const short: Readonly<Record<string, string>> = { '-h': '--help', '-v': '--version' };
const bare: ReadonlySet<string> = new Set(['--help', '--version']);
const toggles: ReadonlySet<string> = new Set(
  rows.filter(([, { fallback }]) => typeof fallback === 'boolean').map(([name]) => flagOf(name)),
);
const known: ReadonlySet<string> = new Set([...bare, ...rows.map(([name]) => flagOf(name))]);

/** The flags as they were given: `--flag value`, `--flag=value`, or the mere flag where that says it all. The last counts. */
function readFlags(args: readonly string[]): ReadonlyMap<string, string> | UsageError {
  const flags = new Map<string, string>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = arg, given] = /^(--[^=]*)=(.*)$/s.exec(arg) ?? [];
    const flag = Object.hasOwn(short, name) ? (short[name] ?? name) : name;
    if (!flag.startsWith('-'))
      return new UsageError(`${JSON.stringify(flag)} is an argument too many; ${SEE_HELP}`);
    if (!known.has(flag)) return new UsageError(unknown('option', name));
    if (bare.has(flag) && given !== undefined) return new UsageError(`${flag} takes no value`);
    const value = given ?? valueAfter(flag, rest);
    if (value === undefined) return new UsageError(`${flag} needs a value`);
    flags.set(flag, value);
  }
  return flags;
}

/** What follows a flag is its value, unless the flag can do without. */
function valueAfter(flag: string, rest: string[]): string | undefined {
  const [next = ''] = rest;
  const isMere = bare.has(flag) || (toggles.has(flag) && toggle.read(next) === undefined);
  return isMere ? 'true' : rest.shift();
}

const SEE_HELP = 'assay --help shows what there is';

function unknown(kind: string, name: string): string {
  return `There is no ${kind} ${JSON.stringify(name)}; ${SEE_HELP}`;
}

/** An empty variable is as good as none. */
function readSetting(
  name: string,
  { kind, fallback }: Setting<unknown>,
  flags: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): unknown {
  const flag = flagOf(name);
  const variable = variableOf(name);
  const given = flags.get(flag);
  const written = given ?? (env[variable] || undefined);
  if (written === undefined) return fallback;
  const value = kind.read(written);
  if (value !== undefined) return value;
  const source = given === undefined ? variable : flag;
  return new UsageError(`${source} must be ${kind.allowed}, not ${JSON.stringify(written)}`);
}
