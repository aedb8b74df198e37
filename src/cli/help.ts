import { service } from '../practice/rows/service.ts';
import { describeSettings } from './settings.ts';

/** The columns of a terminal that is not wider than it has always been. */
const TERMINAL_COLUMNS = 80;

const USAGE = `${service.title} ${service.version}
${wrap(service.description)}

Usage: assay [serve] [module] [options]

Serves the app that a module has as its default export, as ./lamps.ts; without a
module, the practice service.

Options, each with the environment variable that says the same, and what holds
where neither is given; where both are, the option wins:
`;

/** What `assay --help` prints. */
export function help(): string {
  const options = describeSettings().map(
    ({ flag, variable, placeholder, what, unless }) =>
      `  ${flag} <${placeholder}>, ${variable}\n${wrap(`${what} (${unless})`, '      ')}\n`,
  );
  return `${USAGE}${options.join('')}  --help, -h\n      shows this\n  --version, -v\n      shows the version\n`;
}

/** A text in lines, each with the same indent. */
function wrap(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.pop() ?? '';
    const longer = line === '' ? indent + word : `${line} ${word}`;
    if (longer.length <= TERMINAL_COLUMNS) lines.push(longer);
    else lines.push(line, indent + word);
  }
  return lines.join('\n');
}

/** The README's table of settings. */
export function settingsTable(): string {
  const rows = describeSettings().map(({ flag, variable, placeholder, what, unless }) => {
    const written = `${flag} ${placeholder}`.replaceAll('|', '\\|');
    return `| \`${written}\` | \`${variable}\` | ${what} | ${unless} |`;
  });
  return ['| flag | variable | what it sets | unless set |', '|---|---|---|---|', ...rows].join('\n');
}
