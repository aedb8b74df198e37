import type { TestProject } from 'vitest/node';
import { build } from './_build.ts';
import { checkInstalled, launches } from './_runtimes.ts';
import { type Started, start } from './_start.ts';

/** Starts every runtime, one after the other, and tells the tests where each of them is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  checkInstalled();
  await build();
  const started: Started[] = [];
  const stopAll = async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
  try {
    for (const launch of launches) {
      started.push(await start(launch));
      console.log(`${launch.name} listens`);
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  project.provide(
    'runtimes',
    started.map(({ runtime }) => runtime),
  );
  return stopAll;
}
