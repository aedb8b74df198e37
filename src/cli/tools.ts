import { printCases } from './cases.ts';
import { check } from './check.ts';
import type { CasesSettings } from './check-settings.ts';
import { appOf } from './module.ts';
import { printDocument } from './openapi.ts';
import type { ToolCommand } from './options.ts';
import { proxy } from './proxy.ts';
import { UsageError } from './settings.ts';
import { exitWhenUnread } from './terminal.ts';

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
