import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

/** Bundles names that `assay/client` exports, as a web application does, and returns the compressed size. */
async function sizeOf(names: readonly string[]): Promise<number> {
  const entry = '\0entry';
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry ? `export { ${names.join(', ')} } from '${process.cwd()}/src/client/index.ts'` : null,
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  return brotliCompressSync(output[0].code).length;
}

it.each([
  { names: ['fieldErrors', 'message'], limit: 3072 },
  { names: ['createClient'], limit: 1024 },
  { names: ['createClient', 'fieldErrors', 'isValidationError', 'message'], limit: 4000 },
])('$names take at most $limit bytes with Brotli', async ({ names, limit }) => {
  expect(await sizeOf(names)).toBeLessThanOrEqual(limit);
});
