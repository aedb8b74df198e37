import type { Listen } from '../http/hosting.ts';

/** Stands in for Node's sockets on runtimes that have none and start an app themselves. */
export const listenOnNode: Listen = () =>
  Promise.reject(new Error('This runtime has no sockets to listen on; export the app as default'));
