import type { CreateListener, Listen } from '../http/hosting.ts';
import { nodeCompression } from './compression.ts';
import { createListener } from './listener.ts';
import { startService } from './service.ts';

/** The methods of an app that exist only on Node. */

/** The time that requests in progress have when the service is closed, in milliseconds. */
const CLOSE_DEADLINE_MS = 10_000;

export const listenOnNode: Listen = async (app, { port = 0, host = '127.0.0.1' } = {}) => {
  const { origin, stop } = await startService(app, { port, host });
  return {
    origin,
    port: Number(new URL(origin).port),
    close: () => stop({ deadline: CLOSE_DEADLINE_MS, grace: 0 }),
  };
};

export const createAppListener: CreateListener = (app) =>
  createListener(app.build({ compression: nodeCompression }));
