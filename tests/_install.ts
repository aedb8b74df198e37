import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

/** Installs what the tests of a project need. The core runtimes are dependencies of their folder, and all others for development. */
export default function setup({ name }: TestProject): void {
  const [folder, only] = name === 'core' ? ['everywhere', ['--omit=dev']] : [name, []];
  const quiet = ['--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', '--prefix', `tests/${folder}`, ...only, ...quiet], { stdio: 'inherit' });
}
