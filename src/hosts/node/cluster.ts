import type { Cluster } from 'node:cluster';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads Node's cluster module. That takes a sixtieth of the startup time, so only processes with workers do it. */
export function loadCluster(): Cluster {
  return require('node:cluster');
}

/** True if this process is a worker. Only a process with an IPC channel to its parent can be one. */
export const isWorker: boolean = process.send !== undefined && loadCluster().isWorker;
