import { VERSION } from '../version.ts';
import { casesSettings, checkSettings, openapiSettings } from './check-settings.ts';
import { type Described, describeSettings, flagOf, type SettingTable, settings, toggle } from './settings.ts';

/** The commands and what they do, in the order of the help. */
export const commands: Readonly<Record<CommandName, CommandHelp>> = {
  serve: {
    usage: 'assay [serve] [module|document]',
    does: 'serve an app or a mock',
    text: 'Serves the app that is the default export of a module, such as ./lamps.js, or a mock of an OpenAPI document, such as ./openapi.json or its URL; without either, the practice service. A module in TypeScript needs Node 22.18 or later. Each option has an environment variable, which the option wins over: --base-path and BASE_PATH.',
    table: settings,
    common: [
      'port',
      'host',
      'watch',
      'remember',
      'delay',
      'faults',
      'errors',
      'values',
      'basePath',
      'workers',
    ],
    examples: ['assay', 'assay ./openapi.yaml --port 4010 --watch', 'assay ./lamps.js'],
  },
  check: {
    usage: 'assay check <address> [module|document]',
    does: 'send a service invalid requests',
    text: 'Sends a service every request that it must refuse, and reports where its replies are not as declared. What it must refuse is said by the app of a module, such as ./lamps.js, by a document, such as ./openapi.json, or by practice, the practice service; by default, by the /openapi.json of the service itself. A service that accepts an invalid request may store it, so check one that holds no valuable data. Exits with 0 if there are no faults, with 1 if there are some or requests could not be checked, with 2 if the check could not run or nobody reads its report, and with 130 after Ctrl-C.',
    table: checkSettings,
    common: ['header', 'reporter', 'verbose', 'only', 'skip', 'failOn', 'path', 'pedantic', 'sameAs'],
    examples: [
      'assay check localhost:8000',
      'assay check localhost:3000 ./openapi.yaml --header "X-API-Key: $KEY"',
      'assay check localhost:3000 ./openapi.yaml --reporter junit > report.xml',
    ],
  },
  cases: {
    usage: 'assay cases [module|document]',
    does: 'list the invalid requests',
    text: 'Prints an invalid request for every validation rule, with the error that it gets: those of the app of a module, such as ./lamps.js, or of a document, such as ./openapi.json; without either, those of the practice service.',
    table: casesSettings,
    common: [
      'only',
      'skip',
      'json',
      'curl',
      'origin',
      'accepted',
      'problems',
      'basePath',
      'values',
      'errors',
    ],
    examples: [
      'assay cases ./openapi.json',
      "assay cases ./openapi.json --only 'createUser/*'",
      'assay cases practice --curl',
    ],
  },
  openapi: {
    usage: 'assay openapi [module|document]',
    does: 'print the OpenAPI document',
    text: 'Prints the OpenAPI document of the app of a module, such as ./lamps.js, or a document in several files as one; without either, the document of the practice service.',
    table: openapiSettings,
    common: Object.keys(openapiSettings),
    examples: [
      'assay openapi ./lamps.js > openapi.json',
      'assay openapi ./lamps.js --format yaml > openapi.yaml',
      'assay openapi ./api/openapi.yaml --spec 3.0',
    ],
  },
};

export type CommandName = 'serve' | 'check' | 'cases' | 'openapi';

interface CommandHelp {
  readonly usage: string;
  /** The purpose, after the usage. */
  readonly does: string;
  readonly text: string;
  readonly table: SettingTable;
  /** The settings that are used most, the first ones first. */
  readonly common: readonly string[];
  readonly examples: readonly string[];
}

/** The width of a standard terminal. */
const TERMINAL_COLUMNS = 80;

/** The text of `assay --help`, or of `assay help check`: the options that are used most, or all of them. */
export function help(of: CommandName = 'serve', all = false): string {
  const { text, table, common, examples } = commands[of];
  const described = describeSettings(table);
  const flags = common.map(flagOf);
  const shown = all ? described : flags.flatMap((flag) => described.filter((each) => each.flag === flag));
  const more =
    shown.length < described.length ? `; assay help ${of} --all shows all ${described.length}` : '';
  return [
    `Assay ${VERSION}: practice service, mock server and checker for HTTP APIs`,
    usage(of),
    wrap(text),
    `Options, with their defaults${more}:\n${shown.map((each) => optionHelp(each, of === 'serve' && all)).join('\n')}`,
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}\n`,
  ].join('\n\n');
}

/** Lists all commands for the command that serves, which is the first that people ask about, and else only the one. */
function usage(of: CommandName): string {
  const listed = of === 'serve' ? Object.values(commands) : [commands[of]];
  const width = Math.max(...listed.map(({ usage }) => usage.length));
  const lines = listed.map(({ usage, does }) => `${usage.padEnd(width)}  ${does}`);
  const others = of === 'serve' ? ['assay help [command]'] : [];
  return `Usage: ${[...lines, ...others].join('\n       ')}`;
}

/** The columns that an option and its value take before their explanation, if they are short enough. */
const OPTION_COLUMNS = 24;

function optionHelp({ flag, variable, placeholder, what, unless }: Described, hasVariable: boolean): string {
  const value = placeholder === toggle.placeholder ? '' : ` <${placeholder}>`;
  const name = `  ${flag}${value}${hasVariable ? `, ${variable}` : ''}`;
  const explained = wrap(`${what} (${unless})`, ' '.repeat(OPTION_COLUMNS));
  return name.length < OPTION_COLUMNS ? name + explained.slice(name.length) : `${name}\n${explained}`;
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

/** The table of docs/reference/settings.md. */
export function settingsTable(): string {
  const table = describeSettings(settings).map(({ flag, variable, placeholder, what, unless }) => {
    const written = `${flag} ${placeholder}`.replaceAll('|', '\\|');
    return `| \`${written}\` | \`${variable}\` | ${what} | ${unless} |`;
  });
  return ['| option | variable | meaning | default |', '|---|---|---|---|', ...table].join('\n');
}
