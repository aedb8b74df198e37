import { formatOf } from '../hosts/node/log.ts';
import { print, surviveHangup } from '../hosts/node/process.ts';
import type { Hosting } from '../http/hosting.ts';
import { VERSION } from '../version.ts';
import { configArgs } from './config.ts';
import type { WatchedDocument } from './document.ts';
import { help } from './help.ts';
import { appOf, isModule, mistakenDocuments, printLine, watchedDocument } from './module.ts';
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

async function serveApp(given: ServeCommand): Promise<UsageError | undefined> {
  surviveHangup();
  // What is said of a document is in the format of the log.
  const logFormat = formatOf(given.settings.logFormat);
  const command = {
    ...given,
    settings: { ...given.settings, logFormat },
    chosen: { ...given.chosen, logFormat },
  };
  const mistake =
    mistakenCertificate(command.settings) ?? mistakenMemory(command.settings) ?? mistakenDocuments(command);
  if (mistake) return mistake;
  const { module, others, chosen, settings } = command;
  if (module !== undefined && others.length > 0) return serveSeveral([module, ...others], command);
  if (settings.watch && module !== undefined && isModule(module))
    return (await import('./restart.ts')).serveRestarting(module);
  if (settings.watch) return serveWatched(command);
  const app = await appOf(module, chosen);
  if (app instanceof UsageError) return app;
  return serve(app, command);
}

/** Serves several documents, each under its base path. */
async function serveSeveral(
  paths: readonly string[],
  command: ServeCommand,
): Promise<UsageError | undefined> {
  const { clashOf, together } = await import('./several.ts');
  const settings = { ...command.chosen, basePath: 'servers' };
  const load = command.settings.watch ? watchedDocument : appOf;
  const all: { path: string; app: Hosting }[] = [];
  const documents: WatchedDocument[] = [];
  for (const path of paths) {
    const loaded = await load(path, settings);
    if (loaded instanceof UsageError) return loaded;
    const app = 'onChange' in loaded ? loaded.app : loaded;
    if ('onChange' in loaded) documents.push(loaded);
    const { basePath } = app;
    printLine(
      { text: `${path} is served under ${basePath}`, fields: { document: path, basePath } },
      settings,
    );
    all.push({ path, app });
  }
  return clashOf(all) ?? serve(together(all.map(({ app }) => app)), command, documents);
}

async function serveWatched(command: ServeCommand): Promise<UsageError | undefined> {
  const document = await watchedDocument(command.module, command.chosen);
  if (document instanceof UsageError) return document;
  return serve(document.app, command, [document]);
}
