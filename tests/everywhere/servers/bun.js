import { fetch } from '../build/fetch.js';

const { port } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch });
console.log(JSON.stringify({ ports: port }));
