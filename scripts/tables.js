/** Writes the tables of endpoints and settings into their pages under docs/. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsTable } from '../build/cli/help.js';
import { endpointTable } from '../build/page/table.js';
import { all } from '../build/practice/app.js';

const tables = [
  { page: 'docs/reference/practice.md', name: 'endpoints', table: endpointTable(all) },
  { page: 'docs/reference/settings.md', name: 'settings', table: settingsTable() },
];
for (const { page, name, table } of tables) {
  const file = new URL(`../${page}`, import.meta.url);
  const between = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=\\n<!-- /${name} -->)`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(between, () => table),
  );
}
