import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folder that has the tools, their configurations and the programs. */
export const folder = import.meta.dirname;

/** Some tools need a newer Node than the project; npm installs one where the platform has it. */
const installed = join(folder, 'node_modules', 'node24', 'bin', 'node');
export const node = existsSync(installed) ? installed : process.execPath;

export function toolPath(name: string): string {
  return join(folder, 'node_modules', '.bin', name);
}

/** The output of a program, and whether it succeeded. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a tool to its end. */
export function runTool(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return run(node, [toolPath(name), ...args], env);
}

/** Runs a program to its end. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 2 ** 26 };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, output: stdout + stderr });
    });
    child.stdin?.end();
  });
}

/** Makes an empty folder for the code of a generator. */
export function emptyFolder(generator: string): string {
  const place = join(folder, 'generated', generator);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  return place;
}
