import { service } from '../practice/rows/service.ts';
import { checkSettings, refusalsSettings } from './check-settings.ts';
import type { CommandName } from './options.ts';
import { type Described, describeSettings, type Rows } from './setting.ts';
import { settings } from './settings.ts';

/** The width of a standard terminal. */
const TERMINAL_COLUMNS = 80;

interface CommandHelp {
  /** The purpose; each text is a paragraph. */
  readonly texts: readonly string[];
  readonly rows: Rows;
}

const commands: Readonly<Record<CommandName, CommandHelp>> = {
  serve: {
    texts: [
      'Serves the app that a module has as its default export, as ./lamps.ts; without a module, the practice service.',
      'Options, each with the environment variable that says the same, and what holds where neither is given; where both are, the option wins:',
    ],
    rows: settings,
  },
  refusals: {
    texts: [
      'Prints every way in which an app refuses a request: that of a module, as ./lamps.ts, or of a document, as ./openapi.json; without any, the practice service.',
      'Options, and what holds where they are not given:',
    ],
    rows: refusalsSettings,
  },
  check: {
    texts: [
      'Sends a service every request that an app refuses, and reports where it answers otherwise: the app of a module, as ./lamps.ts, that of a document, as ./openapi.json, or practice for the practice service; without any, that of the /openapi.json that the service has.',
      'Only what has to be refused is sent. A service that takes it all the same may store it: check one that holds nothing dear. Ends with 0 where all replies agree, with 1 where some do not, and with 2 where it could not be run.',
      'Options, and what holds where they are not given:',
    ],
    rows: checkSettings,
  },
};

const USAGE = `Usage: assay [serve] [module] [options]
       assay refusals [module] [options]
       assay check <address> [module] [options]
`;

/** The text of `assay --help`, or of `assay check --help`. */
export function help(of: CommandName = 'serve'): string {
  const { texts, rows } = commands[of];
  const start = `${service.title} ${service.version}\n${wrap(service.description)}\n\n${USAGE}\n`;
  const further =
    of === 'serve' ? '\nassay check --help shows the options of check, and so for the others.\n' : '';
  return `${start}${texts.map((text) => wrap(text)).join('\n\n')}\n${optionsHelp(of, rows)}${further}`;
}

function optionsHelp(of: CommandName, rows: Rows): string {
  const options = describeSettings(rows).map((described) => optionHelp(of, described));
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
  const rows = describeSettings(settings).map(({ flag, variable, placeholder, what, unless }) => {
    const written = `${flag} ${placeholder}`.replaceAll('|', '\\|');
    return `| \`${written}\` | \`${variable}\` | ${what} | ${unless} |`;
  });
  return ['| flag | variable | meaning | default |', '|---|---|---|---|', ...rows].join('\n');
}
