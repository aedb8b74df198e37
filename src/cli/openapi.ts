import { createFetch } from '../hosts/fetch.ts';
import type { Hosting } from '../http/hosting.ts';
import type { OpenapiSettings } from './check-settings.ts';
import { UsageError } from './settings.ts';
import { printSlowly } from './terminal.ts';

/** Prints the OpenAPI document that an app serves. */
export async function printDocument(
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
