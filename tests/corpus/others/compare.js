/**
 * Runs other tools that check a service by its document, and `assay check`, on the service of the corpus in Flask, with each of its
 * faults. Writes the table of docs/project/comparison.md. `npm run corpus -- compare`, in about ten minutes. Dredd expects the media
 * type exactly as declared, without the `charset` that most of the other frameworks add.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { faults } from '../faults.js';
import { check, start } from '../measure.js';

const here = import.meta.dirname;
const root = join(here, '..', '..', '..');
const page = join(root, 'docs', 'project', 'comparison.md');
const TOKEN = 's3cret-token';

execFileSync('npm', ['ci', '--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund']);
const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'));
const packageFile = (...path) => join(here, 'node_modules', ...path);
const versionOf = (path) => JSON.parse(readFileSync(path, 'utf8')).version;

const lamp = { name: 'Desk lamp', watts: 7, owner: 'ada@example.com' };

/** Writes the document in OpenAPI 3.0 with what Dredd needs: examples of a lamp, of its id and of the header, and one response each. */
function documentOfSuccesses() {
  const document = JSON.parse(readFileSync(join(here, '..', 'document.json'), 'utf8'));
  for (const { parameters: common = [], ...operations } of Object.values(document.paths))
    for (const operation of Object.values(operations)) {
      const { parameters = [], requestBody, responses } = operation;
      for (const each of [...common, ...parameters])
        if (each.required) each.example = each.name === 'lampId' ? '1' : 'shop';
      if (requestBody) requestBody.content['application/json'].example = lamp;
      operation.responses = Object.fromEntries(
        Object.entries(responses).filter(([status]) => status < '300'),
      );
    }
  const file = join(folder, 'successes.json');
  writeFileSync(file, JSON.stringify({ ...document, openapi: '3.0.3' }));
  return file;
}

async function outputOf(command) {
  const [program, ...args] = command;
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  return text(child.stdout);
}

const TEST_OF_DREDD = /(pass|fail)\S*: (\w+ \(\d+\) \S+) duration/g;

/** The tools. Each returns the names of the checks that fail, and how many there are. */
const tools = [
  {
    name: `Assay ${versionOf(join(root, 'package.json'))}`,
    async failuresAt(address) {
      const { findings, summary } = await check(address);
      const failed = findings.map(({ fault, endpoint, place, why }) =>
        [fault, endpoint, place, why].join(' '),
      );
      return { failed, count: summary.requests };
    },
  },
  {
    name: `Dredd ${versionOf(packageFile('dredd', 'package.json'))}`,
    // It sends a valid request for each response, so that only those of successes can be expected.
    document: documentOfSuccesses(),
    async failuresAt(address, document) {
      const program = packageFile('dredd', 'bin', 'dredd');
      const header = `Authorization: Bearer ${TOKEN}`;
      const output = await outputOf([process.execPath, program, document, address, '--header', header]);
      const results = [...output.matchAll(TEST_OF_DREDD)];
      const failed = results.filter(([, result]) => result === 'fail').map(([, , name]) => name);
      return { failed, count: new Set(results.map(([, , name]) => name)).size };
    },
  },
];
/** Runs a tool on a service that has one lamp. */
async function run({ failuresAt, document }, address) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  await fetch(`${address}/lamps`, { method: 'POST', headers, body: JSON.stringify(lamp) });
  return failuresAt(address, document);
}

async function rowOf(tool) {
  const { addresses, stop } = await start('flask');
  const begin = performance.now();
  const usual = await run(tool, addresses['']);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const missed = [];
  for (const fault of faults) {
    const { failed } = await run(tool, addresses[fault]);
    if (failed.every((name) => usual.failed.includes(name))) missed.push(fault);
  }
  stop();
  process.stdout.write(`${tool.name} misses: ${missed.join('; ') || 'none'}\n`);
  return [tool.name, faults.length - missed.length, usual.failed.length, usual.count, seconds];
}

const head = ['tool', `bugs found, of ${faults.length}`, 'false alarms', 'requests', 'seconds'];
const rows = [];
for (const tool of tools) rows.push(await rowOf(tool));
const table = [head, ['---', '--:', '--:', '--:', '--:'], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
const today = new Date().toISOString().slice(0, 10);
const BETWEEN = /(?<=<!-- checkers -->\n)[\s\S]*?(?=\n<!-- \/checkers -->)/;
const written = readFileSync(page, 'utf8').replace(
  BETWEEN,
  () => `${table.join('\n')}\n\n${today}, on a busy machine with two cores.`,
);
writeFileSync(page, written);
rmSync(folder, { recursive: true });
