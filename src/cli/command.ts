import { print, surviveHangup } from '../hosts/node/process.ts';
import { contract } from '../practice/app.ts';
import { VERSION } from '../version.ts';
import { casesSettings, checkSettings } from './check-settings.ts';
import { appOf, watchedDocument } from './module.ts';
import { type Command, type CommandName, parseCommand, type ServeCommand } from './options.ts';
import { mistakenCertificate, serve } from './serve.ts';
import { type Described, describeSettings, type SettingTable, settings, UsageError } from './settings.ts';

/** Runs the command line. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = parseCommand(args, env);
  const mistake = command instanceof UsageError ? command : await run(command);
  if (!mistake) return;
  print(process.stderr, `${mistake.sentence}\n`);
  process.exitCode = 2;
}

async function run(command: Command): Promise<UsageError | undefined> {
  if (command.do === 'help') return say(help(command.of));
  if (command.do === 'version') return say(`${VERSION}\n`);
  if (command.do === 'serve') return serveApp(command);
  return (await import('./tools.ts')).runTool(command);
}

function say(text: string): undefined {
  print(process.stdout, text);
}

async function serveApp(command: ServeCommand): Promise<UsageError | undefined> {
  surviveHangup();
  const mistake = mistakenCertificate(command.settings);
  if (mistake) return mistake;
  const { module, chosen, settings } = command;
  if (settings.watch) return serveWatched(command);
  const app = await appOf(module, chosen);
  if (app instanceof UsageError) return app;
  return serve(app, command);
}

async function serveWatched(command: ServeCommand): Promise<UsageError | undefined> {
  const document = await watchedDocument(command.module, command.chosen);
  if (document instanceof UsageError) return document;
  return serve(document.app, command, document);
}

/** The width of a standard terminal. */
const TERMINAL_COLUMNS = 80;

interface CommandHelp {
  /** The purpose; each text is a paragraph. */
  readonly texts: readonly string[];
  readonly table: SettingTable;
}

const commands: Readonly<Record<CommandName, CommandHelp>> = {
  serve: {
    texts: [
      'Serves the app that is the default export of a module, such as ./lamps.js, or an OpenAPI document, such as ./openapi.json or its URL; without either, the practice service. A module in TypeScript needs Node 22.18 or later.',
      'Options, each with its environment variable and its default. An option wins over its variable:',
    ],
    table: settings,
  },
  cases: {
    texts: [
      'Prints every way in which an app refuses a request: the app of a module, such as ./lamps.js, or of a document, such as ./openapi.json; without either, the practice service.',
      'Options and their defaults:',
    ],
    table: casesSettings,
  },
  check: {
    texts: [
      'Sends a service every request that an app refuses, and reports where its replies differ. The app is that of a module, such as ./lamps.js, or of a document, such as ./openapi.json, or practice for the practice service; by default, that of the /openapi.json of the service itself.',
      'Only requests that must be refused are sent. A service that accepts one anyway may store it, so check one that holds no valuable data. Exits with 0 if all replies agree, with 1 if some do not, with 2 if the check could not run or nobody reads its report, and with 130 after Ctrl-C.',
      'Options and their defaults:',
    ],
    table: checkSettings,
  },
};

const USAGE = `Usage: assay [serve] [module|document] [options]
       assay cases [module|document] [options]
       assay check <address> [module|document] [options]
`;

/** The text of `assay --help`, or of `assay check --help`. */
export function help(of: CommandName = 'serve'): string {
  const { title, description = '' } = contract;
  const { texts, table } = commands[of];
  const start = `${title} ${VERSION}\n${wrap(description)}\n\n${USAGE}\n`;
  const further =
    of === 'serve' ? '\nassay check --help and assay cases --help show the options of the others.\n' : '';
  return `${start}${texts.map((text) => wrap(text)).join('\n\n')}\n${optionsHelp(of, table)}${further}`;
}

function optionsHelp(of: CommandName, table: SettingTable): string {
  const options = describeSettings(table).map((described) => optionHelp(of, described));
  return `${options.join('')}  --help, -h\n      shows this\n  --version, -v\n      shows the version\n`;
}

function optionHelp(of: CommandName, { flag, variable, placeholder, what, unless }: Described): string {
  const names = of === 'serve' ? `${flag} <${placeholder}>, ${variable}` : `${flag} <${placeholder}>`;
  return `  ${names}\n${wrap(`${what} (${unless})`, '      ')}\n`;
}

/** Wraps a text into lines with the same indent. */
function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? indent + word : `${line} ${word}`;
    if (longer.length > TERMINAL_COLUMNS) lines.push(line);
    line = longer.length > TERMINAL_COLUMNS ? indent + word : longer;
  }
  return [...lines, line].join('\n');
}

/** The table of docs/settings.md. */
export function settingsTable(): string {
  const table = describeSettings(settings).map(({ flag, variable, placeholder, what, unless }) => {
    const written = `${flag} ${placeholder}`.replaceAll('|', '\\|');
    return `| \`${written}\` | \`${variable}\` | ${what} | ${unless} |`;
  });
  return ['| option | variable | meaning | default |', '|---|---|---|---|', ...table].join('\n');
}
