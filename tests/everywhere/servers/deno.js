import { fetch } from '../build/fetch.js';

const onListen = ({ port }) => console.log(JSON.stringify({ ports: port }));
Deno.serve({ hostname: '127.0.0.1', port: 0, onListen }, fetch);
