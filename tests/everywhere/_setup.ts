import type { TestProject } from 'vitest/node';
import { build } from './_build.ts';
import { checkInstalled, commands, type Launch, launches, wrangler } from './_runtimes.ts';
import { type Started, start } from './_start.ts';

/** Starts every runtime, and tells the tests where each of them is. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  checkInstalled([wrangler]);
  return startAll(project, launches, Object.keys(commands));
}

/** Starts runtimes one after the other; tells the tests of them, and by which of them to run the command. */
export async function startAll(
  project: TestProject,
  all: readonly Launch[],
  commandsOn: readonly string[],
): Promise<() => Promise<void>> {
  checkInstalled(all.map(({ command }) => command));
  await build();
  const started: Started[] = [];
  const stopAll = async () => {
    await Promise.all(started.map(({ stop }) => stop()));
  };
  try {
    for (const launch of all) {
      started.push(await start(launch));
      console.log(`${launch.name} listens`);
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  project.provide('commandsOn', commandsOn);
  project.provide(
    'runtimes',
    started.map(({ runtime }) => runtime),
  );
  return stopAll;
}
