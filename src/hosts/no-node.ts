import type { CreateListener, Listen } from '../http/hosting.ts';

/** Replaces the Node host on runtimes that have no sockets and start an app themselves. */

export const listenOnNode: Listen = () =>
  Promise.reject(new Error('This runtime has no sockets to listen on; export the app as default'));

export const createAppListener: CreateListener = () => {
  throw new Error('This runtime is not Node; export the app as default');
};
