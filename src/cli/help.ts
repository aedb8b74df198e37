import { service } from '../contract/service.ts';
import { describeSettings } from './settings.ts';

const usage = `${service.title} ${service.version}: ${service.description}

Usage: assay [serve] [options]

Options, each with the environment variable that does the same, and what it is unless set:
`;

/** What `assay --help` prints. */
export function help(): string {
  const options = describeSettings().map(
    ({ flag, variable, placeholder, what, unless }) =>
      `  ${flag} <${placeholder}>, ${variable} (${unless})\n      ${what}\n`,
  );
  return `${usage}${options.join('')}  --help, -h\n      shows this\n  --version, -v\n      shows the version\n`;
}

/** The README's table of settings. */
export function settingsTable(): string {
  const rows = describeSettings().map(({ flag, variable, placeholder, what, unless }) => {
    const written = `${flag} ${placeholder}`.replaceAll('|', '\\|');
    return `| \`${written}\` | \`${variable}\` | ${what} | ${unless} |`;
  });
  return ['| flag | variable | what it sets | unless set |', '|---|---|---|---|', ...rows].join('\n');
}
