import { meantName } from '../text/names.ts';
import {
  type CasesSettings,
  type CheckSettings,
  casesSettings,
  checkSettings,
  type OpenapiSettings,
  openapiSettings,
  type ProxySettings,
  proxySettings,
} from './check-settings.ts';
import { type CommandName, commands } from './help.ts';
import { address as addressKind, type Kind, toggle, toggleOrFile } from './kinds.ts';
import {
  flagOf,
  SEE_HELP,
  type Setting,
  type Settings,
  type SettingTable,
  settings,
  UsageError,
  unknownName,
  type ValuesOf,
  variableOf,
} from './settings.ts';

/** A parsed command line. */
export type Command =
  | ServeCommand
  | ToolCommand
  | { readonly do: 'help'; readonly of: CommandName; readonly all: boolean }
  | { readonly do: 'version' };

/** A command that serves nothing. */
export type ToolCommand = CasesCommand | CheckCommand | OpenapiCommand | ProxyCommand;

/** Serves the app of a module; without one, the practice service. */
export interface ServeCommand {
  readonly do: 'serve';
  readonly module: string | undefined;
  /** More documents that are served beside a document. */
  readonly others: readonly string[];
  readonly settings: Settings;
  /** The settings that were given; the app decides the others. */
  readonly chosen: Partial<Settings>;
}

/** Prints the cases of the app of a module; without one, of the practice service. */
interface CasesCommand {
  readonly do: 'cases';
  readonly module: string | undefined;
  readonly settings: CasesSettings;
}

/** Checks the service at an address against the app of a module. */
export interface CheckCommand {
  readonly do: 'check';
  readonly address: string;
  readonly module: string;
  readonly settings: CheckSettings;
}

/** Watches the requests to the service at an address, and holds them against the app of a module. */
export interface ProxyCommand {
  readonly do: 'proxy';
  readonly address: string;
  readonly module: string;
  readonly settings: ProxySettings;
}

/** Prints the OpenAPI document of the app of a module; without one, of the practice service. */
interface OpenapiCommand {
  readonly do: 'openapi';
  readonly module: string | undefined;
  readonly settings: OpenapiSettings;
}

/** Parses the arguments after `assay`. */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | UsageError {
  const [first = '-', ...others] = args;
  switch (first) {
    case 'serve':
      return parseServe(others, env);
    case 'cases':
      return parse('cases', others, casesSettings, {}, ([module, ...surplus], chosen) => {
        const mistake = mistakenModule(module) ?? tooMany(surplus);
        return mistake ?? { do: 'cases', module, settings: withFallbacks(casesSettings, chosen) };
      });
    case 'openapi':
      return parse('openapi', others, openapiSettings, {}, ([module, ...surplus], chosen) => {
        const mistake = mistakenModule(module) ?? tooMany(surplus);
        return mistake ?? { do: 'openapi', module, settings: withFallbacks(openapiSettings, chosen) };
      });
    case 'check':
      return parse('check', others, checkSettings, {}, parseCheck);
    case 'proxy':
      return parse('proxy', others, proxySettings, {}, parseProxy);
    case 'help':
      return parseHelp(others, env);
    default:
      return DASH.test(first) || isPath(first)
        ? parseServe(args, env)
        : unknownName('command', first, [...Object.keys(commands), 'help']);
  }
}

/** Parses `assay help check`, which is `assay check --help`. */
function parseHelp(args: readonly string[], env: NodeJS.ProcessEnv): Command | UsageError {
  const [named, ...others] = args;
  if (named === undefined || named.startsWith('-')) return parseCommand(['--help', ...args], env);
  if (!isCommand(named)) return unknownName('command', named, Object.keys(commands));
  return parseCommand([named, '--help', ...others], env);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

type Finish<R extends SettingTable> = (
  words: readonly string[],
  chosen: Partial<ValuesOf<R>>,
) => Command | UsageError;

/** Parses the flags of a command, and leaves its other words to `finish`. */
function parse<R extends SettingTable>(
  of: CommandName,
  args: readonly string[],
  table: R,
  env: NodeJS.ProcessEnv,
  finish: Finish<R>,
): Command | UsageError {
  const line = readLine(args, table);
  if (line instanceof UsageError) return line;
  if (line.flags.has('--help')) return { do: 'help', of, all: line.flags.has('--all') };
  if (line.flags.has('--all')) return new UsageError('--all goes with --help');
  if (line.flags.has('--version')) return { do: 'version' };
  const chosen = readSettings(table, line, env);
  return chosen instanceof UsageError ? chosen : finish(line.words, chosen);
}

function parseServe(args: readonly string[], env: NodeJS.ProcessEnv): Command | UsageError {
  return parse('serve', args, settings, env, ([module, ...others], chosen) => {
    const mistake = tooMany([module, ...others].filter((each) => each !== undefined && !isPath(each)));
    return mistake ?? { do: 'serve', module, others, settings: withFallbacks(settings, chosen), chosen };
  });
}

function parseCheck(words: readonly string[], chosen: Partial<CheckSettings>): Command | UsageError {
  const { address, document } = chosen;
  const target = targetOf('check', words, { address, document, basePath: chosen.basePath });
  if (target instanceof UsageError) return target;
  return { do: 'check', ...target, settings: withFallbacks(checkSettings, chosen) };
}

function parseProxy(words: readonly string[], chosen: Partial<ProxySettings>): Command | UsageError {
  const target = targetOf('proxy', words, { basePath: chosen.basePath });
  if (target instanceof UsageError) return target;
  return { do: 'proxy', ...target, settings: withFallbacks(proxySettings, chosen) };
}

/** Reads the address of a service, and what to hold it against. */
function targetOf(
  of: CommandName,
  [written, given, ...surplus]: readonly string[],
  chosen: Partial<Pick<CheckSettings, 'address' | 'document' | 'basePath'>>,
): { readonly address: string; readonly module: string } | UsageError {
  const address = written === undefined ? chosen.address : addressKind.read(written);
  if (address === undefined) {
    const before = written === undefined ? '' : ` before ${JSON.stringify(written)}`;
    return new UsageError(
      `${of} needs the address of a service, such as http://localhost:8000${before}; ${SEE_HELP}`,
    );
  }
  const module = given ?? chosen.document ?? documentAt(address, chosen);
  return mistakenModule(module) ?? tooMany(surplus) ?? { address, module };
}

/** The default address of a service's document. */
function documentAt(address: string, { basePath = '' }: Partial<Pick<CheckSettings, 'basePath'>>): string {
  return `${address}${basePath}/openapi.json`;
}

function mistakenModule(module: string | undefined): UsageError | undefined {
  return module === undefined || module === PRACTICE || isPath(module) ? undefined : tooMany([module]);
}

/** The name of the practice service, which can be given instead of a module. */
export const PRACTICE = 'practice';

function tooMany([word]: readonly (string | undefined)[]): UsageError | undefined {
  if (word === undefined) return undefined;
  return new UsageError(`Unexpected argument ${JSON.stringify(word)}; ${SEE_HELP}`);
}

/** Recognizes a module by a character of a path, so that a mistyped command is not taken for one. */
function isPath(argument: string): boolean {
  return /[./\\]/.test(argument);
}

/** A command line: its flags, each with all values given for it, and its other words. */
interface Line {
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
}

const short: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['-v', '--version'],
]);
const bare: ReadonlySet<string> = new Set(['--help', '--all', '--version']);

/** The beginning of a flag. Programs for writing turn two hyphens into a dash. */
const DASH = /^[-–—]/;

/** The error for an option that a command does not have: others may have it, or it is a slip, or the letter that others use. */
function unknownOption(name: string, known: readonly string[]): UsageError {
  const owners = Object.entries(commands).filter(([, { table }]) =>
    Object.keys(table).map(flagOf).includes(name),
  );
  if (owners.length > 0)
    return new UsageError(`${name} is an option of ${owners.map(([of]) => `assay ${of}`).join(' and ')}`);
  const first = /^-\w$/.test(name) && known.find((flag) => flag.startsWith(`-${name}`));
  return first
    ? new UsageError(`There is no option ${name}; did you mean ${first}?`)
    : unknownName('option', name, known);
}

/** Reads the flags: `--flag value`, `--flag=value`, or `--flag` alone for a toggle. */
function readLine(args: readonly string[], table: SettingTable): Line | UsageError {
  const toggles = new Set(
    Object.keys(table)
      .filter((name) => table[name]?.kind === toggle || table[name]?.kind === toggleOrFile)
      .map(flagOf),
  );
  const allowed = new Map(Object.entries(table).map(([option, { kind }]) => [flagOf(option), kind.allowed]));
  const known = new Set([...bare, ...allowed.keys()]);
  const flags = new Map<string, string[]>();
  const words: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = arg, given] = /^(--[^=]*)=(.*)$/s.exec(arg) ?? [];
    const flag = short.get(name) ?? name;
    if (!DASH.test(flag)) {
      words.push(flag);
      continue;
    }
    if (!known.has(flag)) return unknownOption(name, [...known]);
    if (bare.has(flag) && given !== undefined) return new UsageError(`${flag} takes no value`);
    const value = given ?? valueAfter(flag, rest, toggles, words.length > 0);
    if (value === undefined) return new UsageError(`${flag} needs a value: ${allowed.get(flag)}`);
    flags.set(flag, [...(flags.get(flag) ?? []), value]);
  }
  return { flags, words };
}

/**
 * Takes the value after a flag. A toggle takes it only if it is a toggle's value, or a file after the document, which otherwise
 * would be the document itself.
 */
function valueAfter(
  flag: string,
  rest: string[],
  toggles: ReadonlySet<string>,
  hasModule: boolean,
): string | undefined {
  const [next = ''] = rest;
  const isFile = flag === '--remember' && hasModule && /^[^-].*\.json$/.test(next);
  const isMere = bare.has(flag) || (toggles.has(flag) && toggle.read(next) === undefined && !isFile);
  return isMere ? 'true' : rest.shift();
}

/** Reads the settings that are given. A flag wins over its variable, and the last of several flags over the others. */
function readSettings<R extends SettingTable>(
  table: R,
  { flags }: Line,
  env: NodeJS.ProcessEnv = {},
): Partial<ValuesOf<R>> | UsageError {
  const chosen: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(table)) {
    const given = flags.get(flagOf(name));
    // An empty variable counts as not set.
    const variable = env[variableOf(name)] || undefined;
    const value = given
      ? readAll(setting, flagOf(name), given)
      : variable && readAll(setting, variableOf(name), [variable]);
    if (value instanceof UsageError) return value;
    if (value !== undefined) chosen[name] = value;
  }
  return chosen as Partial<ValuesOf<R>>;
}

/** Adds the defaults of the settings that are not given. */
function withFallbacks<R extends SettingTable>(table: R, chosen: Partial<ValuesOf<R>>): ValuesOf<R> {
  const fallbacks = Object.entries(table).map(([name, { fallback }]) => [name, fallback]);
  return { ...(Object.fromEntries(fallbacks) as ValuesOf<R>), ...chosen };
}

/** Reads the last value that is given for a setting, or all of them if it is a list. */
function readAll(setting: Setting<unknown>, source: string, given: readonly string[]): unknown {
  const [last = ''] = given.slice(-1);
  if (!Array.isArray(setting.fallback)) return read(setting, source, last);
  const values = given.map((written) => read(setting, source, written));
  return values.find((value) => value instanceof UsageError) ?? values;
}

/** Says what a value has to be, and which of several words was probably meant. */
function unreadable({ allowed, words = [] }: Kind<unknown>, source: string, written: string): string {
  const meant = meantName(written, words);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return `${source} must be ${allowed}, not ${JSON.stringify(written)}${hint}`;
}

function read({ kind }: Setting<unknown>, source: string, written: string): unknown {
  return kind.read(written) ?? new UsageError(unreadable(kind, source, written));
}
