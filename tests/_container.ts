import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs the steps of the Dockerfile without a container engine: each stage is a folder. */

const root = fileURLToPath(new URL('..', import.meta.url));
const source = readFileSync(join(root, 'Dockerfile'), 'utf8');

interface Step {
  readonly keyword: string;
  /** The text behind the flags. */
  readonly text: string;
  readonly from: string | undefined;
}

const steps: readonly Step[] = source
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, keyword = '', flags = '', text = ''] = /^([A-Z]+) ((?:--\S+ )*)(.*[^\\])$/.exec(line) ?? [];
    return { keyword, text, from: /--from=(\S+)/.exec(flags)?.[1] };
  });

/** The text of the last step with a keyword. */
export function lastStep(keyword: string): string | undefined {
  return steps.findLast((step) => step.keyword === keyword)?.text;
}

/** The command of a step in exec form, which runs without a shell. */
export function execForm(keyword: string): string[] {
  return JSON.parse(lastStep(keyword)?.replace(/^CMD /, '') ?? '');
}

export const baseImages = steps
  .filter(({ keyword }) => keyword === 'FROM')
  .map(({ text }) => text.split(' ')[0] ?? '');

/** The files that `.dockerignore` does not exclude. */
export function includedFiles(): string[] {
  const [first, ...others] = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  if (first !== '*' || others.some((line) => !line.startsWith('!')))
    throw new Error('.dockerignore must exclude everything first, and then include files');
  return others.map((line) => line.slice(1));
}

interface Stage {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  cwd: string;
}

/** The last stage, after all steps. */
export interface Image extends Stage {
  remove(): void;
}

/** Runs all steps; npm prefers its cache. */
export function buildImage(): Image {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-'));
  const context = join(scratch, 'context');
  for (const name of includedFiles()) cpSync(join(root, name), join(context, name), { recursive: true });
  const stages = new Map<string, Stage>();
  let stage = openStage(scratch, 0);
  for (const { keyword, text, from } of steps) {
    const words = text.split(' ');
    if (keyword === 'FROM') {
      stage = openStage(scratch, stages.size);
      stages.set(words[2] ?? 'last', stage);
    } else if (keyword === 'WORKDIR') stage.cwd = join(stage.folder, text);
    else if (keyword === 'ENV')
      Object.assign(stage.env, Object.fromEntries(words.map((word) => word.split('='))));
    else if (keyword === 'RUN') run(stage, text);
    else if (keyword === 'COPY') copy(from === undefined ? context : stages.get(from)?.folder, words, stage);
  }
  return { ...stage, remove: () => rmSync(scratch, { recursive: true }) };
}

function openStage(scratch: string, number: number): Stage {
  const folder = join(scratch, `stage-${number}`);
  mkdirSync(folder, { recursive: true });
  return { folder, cwd: folder, env: {} };
}

function run({ cwd, env }: Stage, command: string): void {
  mkdirSync(cwd, { recursive: true });
  execFileSync('sh', ['-c', command], {
    cwd,
    env: { ...process.env, npm_config_prefer_offline: 'true', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Copies as COPY does: the contents of folders, and files by name if the target is a folder. */
function copy(origin: string | undefined, words: readonly string[], { cwd }: Stage): void {
  const target = words.at(-1) ?? '';
  for (const word of words.slice(0, -1)) {
    const found = join(origin ?? '', word);
    const isInside = statSync(found).isFile() && target.endsWith('/');
    cpSync(found, join(cwd, target, isInside ? basename(word) : ''), { recursive: true });
  }
}
