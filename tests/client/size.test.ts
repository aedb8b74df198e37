import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

it('is at most 2 KB as brotli, with everything that it exports', async () => {
  const bundle = await rolldown({ input: 'src/client/index.ts', platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(2048);
});
