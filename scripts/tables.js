/** Writes what is told by the source into pages under docs/: the endpoints of the practice service, the command line, and the limits. */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandReference, limitTable } from '../build/cli/help.js';
import { endpointTable } from '../build/page/endpoint-table.js';
import { all } from '../build/practice/app.js';

const tables = [
  { page: 'docs/reference/practice.md', name: 'endpoints', table: endpointTable(all) },
  { page: 'docs/reference/cli.md', name: 'commands', table: commandReference() },
  { page: 'docs/reference/endpoints.md', name: 'limits', table: limitTable() },
];
for (const { page, name, table } of tables) {
  const file = new URL(`../${page}`, import.meta.url);
  const between = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=<!-- /${name} -->)`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(between, () => `${table}\n`),
  );
}
