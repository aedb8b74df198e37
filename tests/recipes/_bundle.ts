import { join } from 'node:path';
import { rolldown } from 'rolldown';

const packages = join(import.meta.dirname, 'node_modules');

/** Bundles a program for a page, with the packages of the recipes and those that are installed in a folder. */
export async function bundle(source: string, folder: string): Promise<string> {
  const entry = join(import.meta.dirname, 'entry.js');
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    // Directives in some libraries cause warnings.
    logLevel: 'silent',
    resolve: { modules: [packages, join(folder, 'node_modules')] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        load: (id) => (id === entry ? source : null),
        resolveId: (id) => (id === entry ? id : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'es' });
  await build.close();
  return output[0].code;
}
