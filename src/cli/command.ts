import { type Hosting, hosting } from '../http/hosting.ts';
import { print } from '../node/log/print.ts';
import { app } from '../practice/app.ts';
import { service } from '../practice/rows/service.ts';
import { help } from './help.ts';
import { loadApp } from './module.ts';
import { type Command, PRACTICE, parseCommand } from './options.ts';
import { serve } from './serve.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command line. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = parseCommand(args, env);
  const mistake = command instanceof UsageError ? command : await run(command);
  if (!mistake) return;
  print(process.stderr, `${mistake.sentence}\n`);
  process.exitCode = 2;
}

async function run(command: Command): Promise<UsageError | undefined> {
  if (command.do === 'help') print(process.stdout, help(command.of));
  else if (command.do === 'version') print(process.stdout, `${service.version}\n`);
  else {
    const { module = PRACTICE } = command;
    const loaded = module === PRACTICE ? app[hosting] : await loadApp(module);
    return loaded instanceof UsageError ? loaded : runOn(loaded, command);
  }
  return undefined;
}

async function runOn(
  app: Hosting,
  command: Exclude<Command, { do: 'help' | 'version' }>,
): Promise<UsageError | undefined> {
  if (command.do === 'serve') await serve(app, command);
  else if (command.do === 'refusals')
    await (await import('./refusals.ts')).printRefusals(app, command.settings);
  else return (await import('./check.ts')).check(app, command);
  return undefined;
}
