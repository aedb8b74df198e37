import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../_free-port.ts';
import { blocksOf, commandsOf, textOf, untimed } from '../_markdown.ts';
import { type Installed, installPackage } from '../_package.ts';
import { ProcessOutput } from '../_service.ts';
import { type Chromium, launchChromium } from '../browser/_chromium.ts';
import { hasNewerNode, installNewerNode } from './_newer-node.ts';

/** Tutorials and guides, followed from their first step to the last in a fresh folder with the packed package. */

const hasCurl = spawnSync('curl', ['--version']).status === 0;

let installed: Installed;
const started: ChildProcess[] = [];
beforeAll(() => {
  installed = installPackage();
  change('package.json', (text) => JSON.stringify({ ...JSON.parse(text), type: 'module' }));
});
afterAll(async () => {
  await Promise.all(started.map(end));
  installed.remove();
});

/** Ends a process with those that it has started. */
async function end(child: ChildProcess): Promise<void> {
  const closed = child.exitCode === null ? once(child, 'exit') : undefined;
  try {
    process.kill(-(child.pid ?? 0));
  } catch {
    // All of them have ended.
  }
  await closed;
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, {
    cwd: installed.folder,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  return child;
}

function change(name: string, edit: (text: string) => string): void {
  installed.write(name, edit(readFileSync(join(installed.folder, name), 'utf8')));
}

const assay = () => join(installed.folder, 'node_modules', 'assay', 'dist', 'entries', 'node.js');

/** The address that a program prints when it listens. */
async function addressOf(child: ChildProcess, pattern = / listens on (http:[^\s,"]+)/): Promise<string> {
  return new ProcessOutput(child as ConstructorParameters<typeof ProcessOutput>[0]).waitFor(pattern);
}

/** The file that a page shows. */
function shown(page: string, file: string): string {
  const [, text = ''] = new RegExp(`<!-- ${file} -->\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(textOf(page)) ?? [];
  return text;
}

describe('a mock, and a front end that uses it', () => {
  const PAGE = 'docs/start/mock.md';
  let front: string;
  beforeAll(async () => {
    installed.write('openapi.yaml', shown(PAGE, 'examples/start/openapi.yaml'));
    const mock = await addressOf(start(process.execPath, [assay(), './openapi.yaml']));
    const [config = ''] = blocksOf(PAGE, 'ts');
    installed.write('vite.config.ts', config.replace('http://localhost:8000', mock));
    symlinkSync(resolve('node_modules/vite'), join(installed.folder, 'node_modules', 'vite'));
    const vite = join('node_modules', 'vite', 'bin', 'vite.js');
    const args = [vite, '--host', '127.0.0.1', '--port', String(await freePort())];
    front = await addressOf(start(process.execPath, args), /(http:\/\/127\.0\.0\.1:\d+)/);
  });

  it.each(commandsOf(PAGE).filter(({ command }) => /lamps\/7(?:\?[^']*)?'?$/.test(command)))(
    'are asked the same by $command',
    async ({ command, output }) => {
      const [, path = ''] = /http:\/\/localhost:8000([^']*)/.exec(command) ?? [];
      const response = await fetch(`${front}/api${path}`);
      expect(`${await response.text()}\n`).toBe(output);
      expect(response.status).toBe(path.includes('404') ? 404 : 200);
    },
  );

  it('handle an error that is asked for as the page says', async () => {
    const [, path = ''] = /calls `(\/api\/\S+__code=404)`/.exec(textOf(PAGE)) ?? [];
    expect((await fetch(front + path)).status).toBe(404);
  });
});

describe.skipIf(!hasNewerNode)('a service with a database and a login', () => {
  const PAGE = 'docs/guides/database.md';
  const [, shownToken = ''] = /"token":"([^"]+)"/.exec(textOf(PAGE)) ?? [];
  let node: string;
  let origin: string;
  let chromium: Chromium;
  let token = shownToken;
  beforeAll(async () => {
    node = installNewerNode(installed);
    for (const name of ['notes.js', 'notes.test.js'])
      installed.write(name, shown(PAGE, `examples/start/${name}`));
    origin = await addressOf(start(node, [assay(), './notes.js']));
    chromium = await launchChromium();
  });
  afterAll(() => chromium?.close());

  const [curls, checks] = [/^curl /, /^npx assay /].map((start) =>
    commandsOf(PAGE).filter(({ command }) => start.test(command)),
  );

  /** Runs a command of the page with the real address and token, and returns its output with those of the page. */
  function run(command: string): string {
    const real = command
      .replace('http://localhost:8000', origin)
      .replace(shownToken, token)
      .replace(/^curl/, 'curl --silent')
      .replace(/^npx assay/, `'${node}' '${assay()}'`);
    const { stdout, stderr } = spawnSync('sh', ['-c', real], { cwd: installed.folder, encoding: 'utf8' });
    [, token = token] = /"token":"([^"]+)"/.exec(stdout) ?? [];
    return (stderr + stdout).replace(token, shownToken);
  }

  it.runIf(hasCurl)('answers as the page shows', () => {
    for (const { command, output } of curls ?? []) expect(`${run(command)}\n`, command).toBe(output);
    expect(curls).toHaveLength(5);
  });

  it.runIf(hasCurl)('shows the note in the docs UI', async () => {
    const page = await chromium.browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${origin}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill(token);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'List my notes' }).first().click();
    await page.getByRole('button', { name: 'Send', exact: false }).first().click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await response.getByText('Buy a lamp').first().waitFor();
    await page.close();
  });

  it('passes its tests', () => {
    const args = ['--test', '--test-reporter=tap', 'notes.test.js'];
    const { stdout } = spawnSync(node, args, { cwd: installed.folder, encoding: 'utf8' });
    expect(stdout).toMatch(/^# pass 2$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  it.runIf(hasCurl)('passes the check that the page shows', () => {
    for (const { command, output } of checks ?? []) expect(untimed(run(command))).toBe(untimed(output));
    expect(checks).toHaveLength(1);
  });
});

describe.runIf(hasCurl)('a check in CI', () => {
  const PAGE = 'docs/guides/ci.md';
  const FIX = /<!-- fix -->\n```js\n([^`]+)```/;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    installed.write('openapi.yaml', shown('docs/start/mock.md', 'examples/start/openapi.yaml'));
    installed.write('server.js', shown('docs/start/check.md', 'examples/start/server.js'));
    const scripts = { start: 'node server.js' };
    change('package.json', (text) => JSON.stringify({ ...JSON.parse(text), scripts }));
  });

  const [github = '', gitlab = ''] = blocksOf(PAGE, 'yaml');
  const githubSteps = parse(github).jobs.check.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  const gitlabSteps: string[] = parse(gitlab).check.script;

  /** Runs the steps as a CI job does, one shell after the other, until one fails. */
  async function job(steps: readonly string[]): Promise<{ code: number; output: string }> {
    let output = '';
    const shells: ChildProcess[] = [];
    let code = 0;
    for (const step of steps) {
      const command = step.replaceAll('localhost:3000', `127.0.0.1:${port}`);
      const shell = start('bash', ['-e', '-c', command], {
        PORT: String(port),
        npm_config_prefer_offline: 'true',
      });
      shells.push(shell);
      for (const stream of [shell.stdout, shell.stderr])
        stream?.on('data', (chunk) => {
          output += chunk;
        });
      [code] = await once(shell, 'exit');
      if (code !== 0) break;
    }
    await Promise.all(shells.map(end));
    return { code, output };
  }

  /** The text that the page shows after a mark. */
  function shownAfter(mark: string): string[] {
    const [, text = ''] = new RegExp(`<!-- ${mark} -->\n\`\`\`text\n([^]*?)\`\`\``).exec(textOf(PAGE)) ?? [];
    return untimed(text).trimEnd().split('\n');
  }

  it('finds a bug, as the page shows, and passes once that is fixed', async () => {
    const failed = await job(githubSteps);
    expect(failed.code).toBe(1);
    expect(untimed(failed.output).split('\n')).toEqual(expect.arrayContaining(shownAfter('failing')));
    const [, line = ''] = FIX.exec(textOf('docs/start/check.md')) ?? [];
    change('server.js', (text) => text.replace(/^.*lamp\.watts < 1\).*\n/m, (before) => before + line));
    const passed = await job(githubSteps);
    expect(passed.code).toBe(0);
    expect(untimed(passed.output).split('\n')).toEqual(expect.arrayContaining(shownAfter('passing')));
  });

  it('writes a report for GitLab', async () => {
    expect((await job(gitlabSteps)).code).toBe(0);
    expect(readFileSync(join(installed.folder, 'report.xml'), 'utf8')).toContain('<testsuites>');
  });
});
