import type { TestProject } from 'vitest/node';
import { coreLaunches } from './_runtimes.ts';
import { startAll } from './_setup.ts';

/** Starts the runtimes of other makers: Bun, Deno and workerd. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return startAll(project, coreLaunches, ['Bun', 'Deno']);
}
