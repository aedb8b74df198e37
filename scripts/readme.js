/** Writes into README.md what is derived from the contract. */
import { readFileSync, writeFileSync } from 'node:fs';
import { contract } from '../dist/contract/index.js';
import { endpointTable } from '../dist/docs/table.js';

const readme = new URL('../README.md', import.meta.url);
const between = /(?<=<!-- endpoints -->\n)[\s\S]*?(?=\n<!-- \/endpoints -->)/;
writeFileSync(readme, readFileSync(readme, 'utf8').replace(between, endpointTable(contract)));
