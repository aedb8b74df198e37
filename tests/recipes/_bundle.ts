import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const packages = resolve(import.meta.dirname, 'node_modules');
const client = resolve('src/client/index.ts');

/** Bundles a program for a page. */
export async function bundle(source: string): Promise<string> {
  const entry = join(import.meta.dirname, 'entry.js');
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    // Directives in some libraries cause warnings.
    logLevel: 'silent',
    resolve: { modules: [packages], alias: { 'assay/client': client } },
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
