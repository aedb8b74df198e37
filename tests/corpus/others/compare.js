/**
 * Runs other tools that check a service by its document, and `assay check`, on the service of the corpus in Flask, with each of its
 * faults. Writes the table of docs/project/comparison.md. `npm run corpus -- compare` takes two hours; with names of tools it runs
 * these, and leaves the rows of the others. Specmatic needs Java. Schemathesis is looked for as `st`, or as SCHEMATHESIS says. Dredd
 * expects the media type exactly as declared, without the `charset` that most of the other frameworks add.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { faults } from '../faults.js';
import { check, start } from '../measure.js';

const here = import.meta.dirname;
const root = join(here, '..', '..', '..');
const page = join(root, 'docs', 'project', 'comparison.md');
const DOCUMENT = join(here, '..', 'document.json');
const TOKEN = 's3cret-token';
const HEADER = `Authorization: Bearer ${TOKEN}`;
const SCHEMATHESIS = process.env.SCHEMATHESIS ?? 'st';
const MINUTES = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'));
const packageFile = (...path) => join(here, 'node_modules', ...path);
const versionOf = (path) => JSON.parse(readFileSync(path, 'utf8')).version;
const versionOfPackage = (name) => versionOf(packageFile(name, 'package.json'));

const lamp = { name: 'Desk lamp', watts: 7, owner: 'ada@example.com' };
const ID = '1';
const FURTHER_ID = '2';

/** Calls a function with each operation of the document, with all its parameters and its method, and writes the document that results. */
function documentWith(name, openapi, change) {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  for (const { parameters: common = [], ...operations } of Object.values(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const { parameters = [] } = operation;
      change(operation, [...common, ...parameters], method);
    }
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ ...document, openapi }));
  return file;
}

/** Gives Dredd what it needs, in OpenAPI 3.0: examples of a lamp, of its id and of the header, and one response each. */
const documentOfSuccesses = () =>
  documentWith('successes.json', '3.0.3', (operation, parameters) => {
    for (const each of parameters) if (each.required) each.example = each.name === 'lampId' ? ID : 'shop';
    if (operation.requestBody) operation.requestBody.content['application/json'].example = lamp;
    const { responses } = operation;
    operation.responses = Object.fromEntries(Object.entries(responses).filter(([status]) => status < '300'));
  });

/**
 * Gives Specmatic the same examples, as it reads them, and the statuses that are meant by 4XX, which it rejects. It deletes before it
 * sends what is wrong, so it deletes another lamp than the one that it changes.
 */
const documentOfExamples = () =>
  documentWith('examples.json', '3.1.0', (operation, parameters, method) => {
    const id = method === 'delete' ? FURTHER_ID : ID;
    operation.parameters = parameters.map((each) =>
      each.required ? { ...each, examples: { one: { value: each.name === 'lampId' ? id : 'shop' } } } : each,
    );
    const { requestBody, responses } = operation;
    if (requestBody) requestBody.content['application/json'].examples = { one: { value: lamp } };
    for (const [status, { content }] of Object.entries(responses)) {
      const media = content?.['application/json'];
      if (media && status < '300') {
        const shown = { ...lamp, id: ID };
        media.examples = { one: { value: media.schema.type === 'array' ? [shown] : shown } };
      }
    }
    const { '4XX': problem, ...others } = responses;
    if (problem) operation.responses = { ...others, 400: problem, 401: problem, 404: problem };
  });

/** Runs a command in a folder of its own, since Schemathesis keeps there what it found. */
async function outputOf(command, environment = {}) {
  const [program, ...args] = command;
  const cwd = mkdtempSync(join(folder, 'run-'));
  const env = { ...process.env, NO_COLOR: '1', COLUMNS: '200', ...environment };
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10 * MINUTES,
  });
  return text(child.stdout);
}

const TEST_OF_DREDD = /(pass|fail)\S*: (\w+ \(\d+\) \S+) duration/g;
const FAILURE_OF_SPECMATIC = /^[+-]ve +(Scenario: .*) has FAILED$/gm;
const TESTS_OF_SPECMATIC = /^Tests run: (\d+)/m;
const OPERATION_OF_SCHEMATHESIS = /^_{3,} (.+) _{3,}$/;
const FAILURE_OF_SCHEMATHESIS = /^- (.+)/;
const DETAIL_OF_SCHEMATHESIS = /^ +(?:Invalid component|Received): .+/;
const REQUESTS_OF_SCHEMATHESIS = /(\d+) generated/;

/** The tools. Each returns the names of the checks that fail, and how many there are. */
const tools = [
  {
    name: 'Assay',
    version: () => versionOf(join(root, 'package.json')),
    async failuresAt(address) {
      const { findings, summary } = await check(address);
      const failed = findings.map(({ fault, endpoint, place, why }) =>
        [fault, endpoint, place, why].join(' '),
      );
      return { failed, count: summary.requests };
    },
  },
  {
    name: 'Dredd',
    version: () => versionOfPackage('dredd'),
    // It sends a valid request for each response, so that only those of successes can be expected.
    document: documentOfSuccesses,
    async failuresAt(address, document) {
      const program = packageFile('dredd', 'bin', 'dredd');
      const output = await outputOf([process.execPath, program, document, address, '--header', HEADER]);
      const results = [...output.matchAll(TEST_OF_DREDD)];
      const failed = results.filter(([, result]) => result === 'fail').map(([, , name]) => name);
      return { failed, count: new Set(results.map(([, , name]) => name)).size };
    },
  },
  {
    name: 'Specmatic',
    needs: ['java', '-version'],
    version: () => versionOfPackage('specmatic'),
    document: documentOfExamples,
    async failuresAt(address, document) {
      const program = ['java', '-jar', packageFile('specmatic', 'specmatic.jar')];
      // The name of the scheme in the document is that of the variable with its token.
      const environment = { SPECMATIC_GENERATIVE_TESTS: 'true', bearer: TOKEN };
      const output = await outputOf([...program, 'test', document, `--testBaseURL=${address}`], environment);
      const failed = [...output.matchAll(FAILURE_OF_SPECMATIC)].map(([name]) => name);
      return { failed, count: Number(output.match(TESTS_OF_SPECMATIC)?.[1]) };
    },
  },
  {
    name: 'Schemathesis',
    needs: [SCHEMATHESIS, '--version'],
    version: () => execFileSync(SCHEMATHESIS, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1),
    // It finds other failures each time.
    baselines: 3,
    async failuresAt(address) {
      const output = await outputOf([SCHEMATHESIS, 'run', DOCUMENT, '--url', address, '--header', HEADER]);
      return { failed: failuresIn(output), count: Number(output.match(REQUESTS_OF_SCHEMATHESIS)?.[1]) };
    },
  },
];

/** Reads the report of Schemathesis: each failure with its operation, and what tells it from others of its kind. */
function failuresIn(report) {
  const failed = [];
  let operation = '';
  for (const line of report.split('\n')) {
    operation = line.match(OPERATION_OF_SCHEMATHESIS)?.[1] ?? operation;
    const failure = line.match(FAILURE_OF_SCHEMATHESIS)?.[1];
    if (failure) failed.push(`${operation}: ${failure}`);
    else if (DETAIL_OF_SCHEMATHESIS.test(line)) failed.push(`${failed.pop()}; ${line.trim()}`);
  }
  return [...new Set(failed)];
}

/** Runs a tool on a service that has one lamp. */
async function run({ name, failuresAt }, document, address) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  await fetch(`${address}/lamps`, { method: 'POST', headers, body: JSON.stringify(lamp) });
  const { failed, count } = await failuresAt(address, document);
  if (!(count > 0)) throw new Error(`${name} has no result`);
  return { failed, count };
}

/** Checks the correct service, and each faulty one. A fault is found if something fails that never fails without it. */
async function rowOf(tool) {
  const { addresses, stop } = await start('flask');
  const document = tool.document?.();
  const begin = performance.now();
  const usual = await run(tool, document, addresses['']);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const known = new Set(usual.failed);
  for (let again = 1; again < (tool.baselines ?? 1); again++)
    for (const name of (await run(tool, document, addresses[''])).failed) known.add(name);
  const missed = [];
  for (const fault of faults) {
    const { failed } = await run(tool, document, addresses[fault]);
    const found = failed.find((name) => !known.has(name));
    if (found === undefined) missed.push(fault);
    process.stdout.write(`${tool.name}, ${fault}: ${found ?? 'missed'}\n`);
  }
  stop();
  const name = `${tool.name} ${tool.version()}`;
  return [name, faults.length - missed.length, usual.failed.length, usual.count, seconds, today];
}

const today = new Date().toISOString().slice(0, 10);
const isInstalled = ({ needs: [program, ...args] = ['true'] }) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const [, , , ...names] = process.argv;
const chosen = tools.filter(({ name }) => names.length === 0 || names.includes(name));
const BETWEEN = /(?<=<!-- checkers -->\n)[\s\S]*?(?=\n<!-- \/checkers -->)/;

/** Writes the row of a tool, in place of the one that the page has. */
function write(tool, cells) {
  const text = readFileSync(page, 'utf8');
  const [head, line, ...rows] = text.match(BETWEEN)[0].split('\n');
  const rowOfPage = ({ name }) => rows.find((row) => row.startsWith(`| ${name} `));
  const row = `| ${cells.join(' | ')} |`;
  const written = tools.map((each) => (each === tool ? row : rowOfPage(each))).filter(Boolean);
  const table = [head, line, ...written].join('\n');
  writeFileSync(
    page,
    text.replace(BETWEEN, () => table),
  );
}

execFileSync('npm', ['ci', '--prefix', here, '--ignore-scripts', '--no-audit', '--no-fund']);
for (const tool of chosen)
  if (isInstalled(tool)) write(tool, await rowOf(tool));
  else process.stdout.write(`${tool.name} is not installed, and left out\n`);
rmSync(folder, { recursive: true });
