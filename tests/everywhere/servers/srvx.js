import { serve } from 'srvx';
import { fetch } from '../build/fetch.js';

const server = serve({ fetch, hostname: '127.0.0.1', port: 0, silent: true });
await server.ready();
console.log(JSON.stringify({ ports: Number(new URL(server.url).port) }));
