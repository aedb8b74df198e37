import {
  type CheckSettings,
  checkSettings,
  type RefusalsSettings,
  refusalsSettings,
} from './check-settings.ts';
import { readLine, readSettings, withFallbacks } from './line.ts';
import type { Rows, ValuesOf } from './setting.ts';
import { type Settings, settings } from './settings.ts';
import { SEE_HELP, UsageError, unknown } from './usage-error.ts';

/** A parsed command line. */
export type Command =
  | ServeCommand
  | ToolCommand
  | { readonly do: 'help'; readonly of: CommandName }
  | { readonly do: 'version' };

/** A command that serves nothing. */
export type ToolCommand = RefusalsCommand | CheckCommand;

export type CommandName = 'serve' | 'refusals' | 'check';

/** Serves the app of a module; without one, the practice service. */
export interface ServeCommand {
  readonly do: 'serve';
  readonly module: string | undefined;
  readonly settings: Settings;
  /** The settings that were given; the app decides the others. */
  readonly chosen: Partial<Settings>;
}

/** Prints the refusals of the app of a module; without one, of the practice service. */
interface RefusalsCommand {
  readonly do: 'refusals';
  readonly module: string | undefined;
  readonly settings: RefusalsSettings;
}

/** Checks the service at an address against the app of a module. */
export interface CheckCommand {
  readonly do: 'check';
  readonly address: string;
  readonly module: string;
  readonly settings: CheckSettings;
}

/** Parses the arguments after `assay`. */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command | UsageError {
  const [first = '-', ...others] = args;
  switch (first) {
    case 'serve':
      return parseServe(others, env);
    case 'refusals':
      return parse('refusals', others, refusalsSettings, {}, ([module, ...surplus], chosen) => {
        const mistake = mistakenModule(module) ?? tooMany(surplus);
        return mistake ?? { do: 'refusals', module, settings: withFallbacks(refusalsSettings, chosen) };
      });
    case 'check':
      return parse('check', others, checkSettings, {}, parseCheck);
    default:
      return first.startsWith('-') || isPath(first) ? parseServe(args, env) : unknown('command', first);
  }
}

type Finish<R extends Rows> = (
  words: readonly string[],
  chosen: Partial<ValuesOf<R>>,
) => Command | UsageError;

/** Parses the flags of a command, and leaves its other words to `finish`. */
function parse<R extends Rows>(
  of: CommandName,
  args: readonly string[],
  rows: R,
  env: NodeJS.ProcessEnv,
  finish: Finish<R>,
): Command | UsageError {
  const line = readLine(args, rows);
  if (line instanceof UsageError) return line;
  if (line.flags.has('--help')) return { do: 'help', of };
  if (line.flags.has('--version')) return { do: 'version' };
  const chosen = readSettings(rows, line, env);
  return chosen instanceof UsageError ? chosen : finish(line.words, chosen);
}

function parseServe(args: readonly string[], env: NodeJS.ProcessEnv): Command | UsageError {
  return parse('serve', args, settings, env, ([module, ...surplus], chosen) => {
    const mistake = module === undefined || isPath(module) ? tooMany(surplus) : tooMany([module]);
    return mistake ?? { do: 'serve', module, settings: withFallbacks(settings, chosen), chosen };
  });
}

function parseCheck(
  [address = '', named, ...surplus]: readonly string[],
  chosen: Partial<CheckSettings>,
): Command | UsageError {
  const module = named ?? documentAt(address, chosen);
  if (!isAddress(address))
    return new UsageError(`check needs the address of a service, such as http://localhost:8000; ${SEE_HELP}`);
  const mistake = mistakenModule(module) ?? tooMany(surplus);
  return mistake ?? { do: 'check', address, module, settings: withFallbacks(checkSettings, chosen) };
}

/** The default address of a service's document. */
function documentAt(address: string, { basePath = '' }: Partial<CheckSettings>): string {
  return `${address.replace(/\/$/, '')}${basePath}/openapi.json`;
}

function mistakenModule(module: string | undefined): UsageError | undefined {
  return module === undefined || module === PRACTICE || isPath(module) ? undefined : tooMany([module]);
}

/** The name of the practice service, which can be given instead of a module. */
export const PRACTICE = 'practice';

function tooMany([word]: readonly string[]): UsageError | undefined {
  if (word === undefined) return undefined;
  return new UsageError(`Unexpected argument ${JSON.stringify(word)}; ${SEE_HELP}`);
}

/** Recognizes a module by a character of a path, so that a mistyped command is not taken for one. */
function isPath(argument: string): boolean {
  return /[./\\]/.test(argument);
}

function isAddress(argument: string): boolean {
  return /^https?:\/\//i.test(argument) && URL.canParse(argument);
}
