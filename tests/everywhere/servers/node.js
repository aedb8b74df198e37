import { listenToAll } from '../build/node.js';

console.log(JSON.stringify({ ports: await listenToAll() }));
