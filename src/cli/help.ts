import { defaultLimits, type LimitSetting, limitSettings } from '../http/limits.ts';
import { VERSION } from '../version.ts';
import { casesSettings, checkSettings, openapiSettings, proxySettings } from './check-settings.ts';
import { type Described, describeSettings, flagOf, type SettingTable, settings } from './settings.ts';

/** The commands and what they do, in the order of the help. */
export const commands: Readonly<Record<CommandName, CommandHelp>> = {
  serve: {
    usage: 'assay [serve] [document...|module]',
    does: 'serve a mock or an app',
    text: 'Serves a mock of an OpenAPI document, such as ./openapi.yaml or its URL, or of several documents, each under the base path of its servers. Or serves the app that is the default export of a module, such as ./lamps.js; in TypeScript, that needs Node 22.18 or later. Without an argument, serves the practice service. Each option has an environment variable, such as BASE_PATH for --base-path; the option takes precedence.',
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
    usage: 'assay check <address> [document|module]',
    does: 'check a service with test cases',
    text: 'Sends invalid requests to a service, which has to reject them, and valid ones, and reports each reply that is wrong. The test cases come from an OpenAPI document, such as ./openapi.yaml, from the app of a module, such as ./lamps.js, or from practice, the practice service; by default, from the /openapi.json of the service. A service that accepts an invalid request may store it, so check one without valuable data. Exits with 0 if everything was checked and nothing failed, with 1 if something failed or could not be checked, with 2 if the check could not start or its report is no longer read, and with 130 after Ctrl-C.',
    table: checkSettings,
    common: ['header', 'reporter', 'verbose', 'only', 'skip', 'failOn', 'path', 'pedantic', 'sameAs'],
    examples: [
      'assay check localhost:8000',
      'assay check localhost:3000 ./openapi.yaml --header "X-API-Key: $KEY"',
      'assay check localhost:3000 ./openapi.yaml --reporter junit > report.xml',
    ],
  },
  proxy: {
    usage: 'assay proxy <address> [document|module]',
    does: 'watch the requests of a client',
    text: 'Stands between a client and a service: passes every request and reply on unchanged, and reports those that don’t fit an OpenAPI document, such as ./openapi.json, or the app of a module; by default, the /openapi.json of the service. Reports each failure right away, and all of them after Ctrl-C, without secrets. Exits with 0 if nothing failed, with 1 if something did, and with 2 if the proxy could not start, no request came, or its report is no longer read.',
    table: proxySettings,
    common: ['port', 'block', 'har', 'reporter', 'verbose', 'failOn', 'pedantic'],
    examples: [
      'assay proxy http://localhost:3000 ./openapi.json --port 8000',
      'assay proxy localhost:3000 ./openapi.yaml --block',
      'assay proxy localhost:3000 ./openapi.yaml --har traffic.har',
    ],
  },
  cases: {
    usage: 'assay cases [document|module]',
    does: 'list the test cases',
    text: 'Lists the test cases of an OpenAPI document, such as ./openapi.yaml, or of the app of a module, such as ./lamps.js: one invalid request for each validation rule, with the status of its reply. Without either, lists those of the practice service.',
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
    usage: 'assay openapi [document|module]',
    does: 'print the OpenAPI document',
    text: 'Prints the OpenAPI document of the app of a module, such as ./lamps.js. Makes one file of an OpenAPI document in several files. Without either, prints the document of the practice service.',
    table: openapiSettings,
    common: Object.keys(openapiSettings),
    examples: [
      'assay openapi ./lamps.js > openapi.json',
      'assay openapi ./lamps.js --format yaml > openapi.yaml',
      'assay openapi ./api/openapi.yaml --spec 3.0',
    ],
  },
};

export type CommandName = 'serve' | 'check' | 'proxy' | 'cases' | 'openapi';

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

function optionHelp({ written, variable, what, unless }: Described, hasVariable: boolean): string {
  const name = `  ${written}${hasVariable ? `, ${variable}` : ''}`;
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

/** The commands and their options in Markdown, for docs/reference/cli.md. */
export function commandReference(): string {
  const sections = Object.entries(commands).map(([name, { usage, text, table, examples }]) => {
    const lines = [usage, '', ...examples].join('\n');
    return `## assay ${name}\n\n${text}\n\n\`\`\`sh\n${lines}\n\`\`\`\n\n${optionTable(table, name === 'serve')}`;
  });
  return sections.join('\n\n');
}

/** The limits of an app in Markdown, for docs/reference/endpoints.md. */
export function limitTable(): string {
  const rows = Object.entries<LimitSetting>(limitSettings).map(([name, { limit, what }]) =>
    rowOf([code(limit), what, String(defaultLimits[limit]), code(flagOf(name))]),
  );
  return tableOf(['limit', 'meaning', 'default', 'option of the command'], rows);
}

function optionTable(table: SettingTable, hasVariables: boolean): string {
  const rows = describeSettings(table).map(({ written, variable, what, unless }) =>
    rowOf([code(written), hasVariables ? code(variable) : '', escaped(what), escaped(unless)]),
  );
  return tableOf(['option', hasVariables ? 'variable' : '', 'meaning', 'default'], rows);
}

function tableOf(headings: readonly string[], rows: readonly string[]): string {
  return [rowOf(headings), rowOf(headings.map((heading) => heading && '---')), ...rows].join('\n');
}

/** A row of a table, without its empty cells. */
function rowOf(cells: readonly string[]): string {
  return `| ${cells.filter((cell) => cell !== '').join(' | ')} |`;
}

function escaped(text: string): string {
  return text.replaceAll('*', '\\*');
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
