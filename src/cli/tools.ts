import { createFetch } from '../hosts/fetch.ts';
import type { Hosting } from '../http/hosting.ts';
import { printCases } from './cases.ts';
import { check } from './check.ts';
import type { CasesSettings, OpenapiSettings } from './check-settings.ts';
import { appOf } from './module.ts';
import type { ToolCommand } from './options.ts';
import { proxy } from './proxy.ts';
import { UsageError } from './settings.ts';
import { exitWhenUnread, printSlowly } from './terminal.ts';

/** Runs a command that serves nothing. The build puts this into a separate file, which a server never loads. */
export async function runTool(command: ToolCommand): Promise<UsageError | undefined> {
  // A check that was cut short must not look as if all replies had agreed.
  exitWhenUnread(command.do === 'check' || command.do === 'proxy' ? 2 : 0);
  const { only: _, skip: __, ...settings }: Partial<CasesSettings> = command.settings;
  const isMock = command.do === 'cases' || (command.do === 'proxy' && command.settings.block);
  const app = await appOf(command.module, settings, isMock);
  if (app instanceof UsageError) return app;
  if (command.do === 'check') return check(app, command);
  if (command.do === 'proxy') return proxy(app, command);
  return command.do === 'cases' ? printCases(app, command.settings) : printDocument(app, command.settings);
}

/** Prints the OpenAPI document that an app serves. */
async function printDocument(
  app: Hosting,
  { format, spec }: OpenapiSettings,
): Promise<UsageError | undefined> {
  const path = spec === '3.0' ? app.paths.openapi30 : app.paths.openapi;
  if (path === undefined)
    return new UsageError(`${app.title} has no OpenAPI ${spec} document: its option routes turns it off`);
  const reply = await createFetch(app.build())(new Request(`http://localhost${path}`));
  const document: unknown = await reply.json();
  await printSlowly(format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : await yaml(document));
  return undefined;
}

async function yaml(document: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}
