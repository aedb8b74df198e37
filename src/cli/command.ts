import { hosting } from '../http/hosting.ts';
import { print } from '../node/log/print.ts';
import { app } from '../practice/app.ts';
import { service } from '../practice/rows/service.ts';
import { help } from './help.ts';
import { loadApp } from './module.ts';
import { parseCommand, type ServeCommand, UsageError } from './options.ts';
import { serve } from './serve.ts';

/** Runs the command line. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const command = parseCommand(args, env);
  if (command instanceof UsageError) explain(command);
  else if (command.do === 'serve') await serveModule(command);
  else print(process.stdout, command.do === 'help' ? help() : `${service.version}\n`);
}

async function serveModule(command: ServeCommand): Promise<void> {
  const { module } = command;
  const loaded = module === undefined ? app[hosting] : await loadApp(module);
  if (loaded instanceof UsageError) explain(loaded);
  else await serve(loaded, command);
}

function explain({ sentence }: UsageError): void {
  print(process.stderr, `${sentence}\n`);
  process.exitCode = 2;
}
