import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';

const worker = new Miniflare(
  convertV4MiniflareOptions({
    modules: true,
    script: readFileSync(new URL('../build/fetch.js', import.meta.url), 'utf8'),
    compatibilityDate: '2026-11-17',
    host: '127.0.0.1',
    port: 0,
  }),
);
const { port } = await worker.ready;
console.log(JSON.stringify({ ports: Number(port) }));
