import { toggle } from './kinds.ts';
import { flagOf, type Setting, type Settings, settings, variableOf } from './settings.ts';

/** What the command is asked for. */
export type Command = ServeCommand | { readonly do: 'help' } | { readonly do: 'version' };

/** Serves the app of a module, or without one the practice service. */
export interface ServeCommand {
  readonly do: 'serve';
  readonly module: string | undefined;
  readonly settings: Settings;
  /** The settings that were made: the others are an app's own to decide. */
  readonly chosen: Partial<Settings>;
}

/** A command line that can't be followed, and why, in one sentence. */
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
  if (first !== 'serve' && !first.startsWith('-') && !isPath(first))
    return new UsageError(unknown('command', first));
  const line = readLine(first === 'serve' ? args.slice(1) : args);
  if (line instanceof UsageError) return line;
  const { flags, module } = line;
  if (flags.has('--help')) return { do: 'help' };
  if (flags.has('--version')) return { do: 'version' };
  const values: Record<string, unknown> = {};
  const chosen: Record<string, unknown> = {};
  for (const [name, row] of rows) {
    const value = readSetting(name, row, flags, env);
    if (value instanceof UsageError) return value;
    values[name] = value ?? row.fallback;
    if (value !== undefined) chosen[name] = value;
  }
  return { do: 'serve', module, settings: values as Settings, chosen: chosen as Partial<Settings> };
}

const short: Readonly<Record<string, string>> = { '-h': '--help', '-v': '--version' };
const bare: ReadonlySet<string> = new Set(['--help', '--version']);
const toggles: ReadonlySet<string> = new Set(
  rows.filter(([, { fallback }]) => typeof fallback === 'boolean').map(([name]) => flagOf(name)),
);
const known: ReadonlySet<string> = new Set([...bare, ...rows.map(([name]) => flagOf(name))]);

interface Line {
  readonly flags: ReadonlyMap<string, string>;
  readonly module: string | undefined;
}

/**
 * The flags as they were given: `--flag value`, `--flag=value`, or the mere flag where that is enough. The last counts. A
 * path names a module.
 */
function readLine(args: readonly string[]): Line | UsageError {
  const flags = new Map<string, string>();
  let module: string | undefined;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = arg, given] = /^(--[^=]*)=(.*)$/s.exec(arg) ?? [];
    const flag = Object.hasOwn(short, name) ? (short[name] ?? name) : name;
    if (!flag.startsWith('-')) {
      if (module !== undefined || !isPath(flag))
        return new UsageError(`${JSON.stringify(flag)} is an argument too many; ${SEE_HELP}`);
      module = flag;
      continue;
    }
    if (!known.has(flag)) return new UsageError(unknown('option', name));
    if (bare.has(flag) && given !== undefined) return new UsageError(`${flag} takes no value`);
    const value = given ?? valueAfter(flag, rest);
    if (value === undefined) return new UsageError(`${flag} needs a value`);
    flags.set(flag, value);
  }
  return { flags, module };
}

/** A module is named by a path, so that no mistyped command is taken for one. */
function isPath(argument: string): boolean {
  return /[./\\]/.test(argument);
}

/** Takes the value that follows a flag, unless the flag can do without. */
function valueAfter(flag: string, rest: string[]): string | undefined {
  const [next = ''] = rest;
  const isMere = bare.has(flag) || (toggles.has(flag) && toggle.read(next) === undefined);
  return isMere ? 'true' : rest.shift();
}

const SEE_HELP = 'assay --help shows what there is';

function unknown(kind: string, name: string): string {
  return `There is no ${kind} ${JSON.stringify(name)}; ${SEE_HELP}`;
}

/** Reads one setting; undefined where it was not made. An empty variable is as good as none. */
function readSetting(
  name: string,
  { kind }: Setting<unknown>,
  flags: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
): unknown {
  const flag = flagOf(name);
  const variable = variableOf(name);
  const given = flags.get(flag);
  const written = given ?? (env[variable] || undefined);
  if (written === undefined) return undefined;
  const value = kind.read(written);
  if (value !== undefined) return value;
  const source = given === undefined ? variable : flag;
  return new UsageError(`${source} must be ${kind.allowed}, not ${JSON.stringify(written)}`);
}
