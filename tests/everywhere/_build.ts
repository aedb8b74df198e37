import { join } from 'node:path';
import { rolldown } from 'rolldown';

const here = import.meta.dirname;

/** Bundles the apps into one file for each kind of runtime. */
export async function build(): Promise<void> {
  const alias = { '#node': join(here, '..', '..', 'src', 'app', 'no-node.ts') };
  await putTogether('_carried-by-fetch.ts', 'fetch.js', { platform: 'browser', alias });
  await putTogether('_carried-by-node.ts', 'node.js', { platform: 'node' });
}

interface Kind {
  readonly platform: 'browser' | 'node';
  readonly alias?: Record<string, string>;
}

async function putTogether(input: string, file: string, { platform, alias = {} }: Kind): Promise<void> {
  const bundle = await rolldown({
    input: join(here, input),
    platform,
    resolve: { alias, conditionNames: ['import', 'module', 'default'] },
  });
  await bundle.write({ file: join(here, 'build', file), codeSplitting: false });
}
