/** Writes into README.md the tables that are derived from the contract and from the settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsTable } from '../dist/cli/help.js';
import { endpointTable } from '../dist/docs/table.js';
import { all } from '../dist/practice/endpoints.js';

const readme = new URL('../README.md', import.meta.url);
const tables = { endpoints: endpointTable(all), settings: settingsTable() };
let text = readFileSync(readme, 'utf8');
for (const [name, table] of Object.entries(tables)) {
  const between = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=\\n<!-- /${name} -->)`);
  text = text.replace(between, () => table);
}
writeFileSync(readme, text);
