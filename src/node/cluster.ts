import type { Cluster } from 'node:cluster';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Node's cluster. Loading it takes a sixtieth of a start, which is left to processes of which there are several. */
export function loadCluster(): Cluster {
  return require('node:cluster');
}

/** This process is one of several workers, as only one with a parent to talk to can be. */
export const isWorker: boolean = process.send !== undefined && loadCluster().isWorker;
