import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

/** The document is at the address in DOCUMENT. */
export default defineConfig({
  root: import.meta.dirname,
  input: { path: process.env.DOCUMENT },
  output: { path: 'generated/kubb', clean: true, format: false, lint: false },
  plugins: [
    pluginOas({ validate: true }),
    pluginTs(),
    pluginClient({ client: 'fetch', dataReturnType: 'full' }),
  ],
});
