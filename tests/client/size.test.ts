import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

it('the client takes at most 2 KB with Brotli', async () => {
  const bundle = await rolldown({ input: 'src/client/index.ts', platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(2048);
});
