import { print, surviveHangup } from '../hosts/node/process.ts';
import { VERSION } from '../version.ts';
import { configArgs } from './config.ts';
import { help } from './help.ts';
import { appOf, isModule, watchedDocument } from './module.ts';
import { type Command, parseCommand, type ServeCommand } from './options.ts';
import { mistakenCertificate, mistakenMemory, serve } from './serve.ts';
import { UsageError } from './settings.ts';

/** Runs the command line. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [first, ...others] = args;
  const config = first === 'check' ? configArgs(process.cwd(), env) : [];
  const command =
    config instanceof UsageError
      ? config
      : parseCommand(first === 'check' ? [first, ...config, ...others] : args, env);
  const mistake = command instanceof UsageError ? command : await run(command);
  if (!mistake) return;
  print(process.stderr, `${mistake.sentence}\n`);
  process.exitCode = 2;
}

async function run(command: Command): Promise<UsageError | undefined> {
  if (command.do === 'help') return say(help(command.of, command.all));
  if (command.do === 'version') return say(`assay ${VERSION}, Node ${process.version}\n`);
  if (command.do === 'serve') return serveApp(command);
  return (await import('./tools.ts')).runTool(command);
}

function say(text: string): undefined {
  print(process.stdout, text);
}

async function serveApp(command: ServeCommand): Promise<UsageError | undefined> {
  surviveHangup();
  const mistake = mistakenCertificate(command.settings) ?? mistakenMemory(command.settings);
  if (mistake) return mistake;
  const { module, chosen, settings } = command;
  if (settings.watch && module !== undefined && isModule(module))
    return (await import('./restart.ts')).serveRestarting(module);
  if (settings.watch) return serveWatched(command);
  const app = await appOf(module, chosen);
  if (app instanceof UsageError) return app;
  return serve(app, command);
}

async function serveWatched(command: ServeCommand): Promise<UsageError | undefined> {
  const document = await watchedDocument(command.module, command.chosen);
  if (document instanceof UsageError) return document;
  return serve(document.app, command, document);
}
