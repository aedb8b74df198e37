import { isRecord } from '../../fields/values.ts';
import type { CreateListener, Listen } from '../../http/hosting.ts';
import { nodeCompression } from './compression.ts';
import { createListener } from './listener.ts';
import { startService } from './service.ts';

/** The methods of an app that exist only on Node. */

/** The time that requests in progress have when the service is closed, in milliseconds. */
const CLOSE_DEADLINE_MS = 10_000;

export const listenOnNode: Listen = async (app, address = {}) => {
  checkAddress(address);
  const { port = 0, host = '127.0.0.1' } = address;
  const { origin, stop } = await startService(app, { port, host });
  return {
    origin,
    port: Number(new URL(origin).port),
    close: () => stop({ deadline: CLOSE_DEADLINE_MS, grace: 0 }),
  };
};

/** Throws an error if anything but a port and a host is given, such as a mere number, which would be ignored. */
function checkAddress(address: unknown): void {
  const unknown = isRecord(address)
    ? Object.keys(address).find((name) => name !== 'port' && name !== 'host')
    : (JSON.stringify(address) ?? typeof address);
  if (unknown !== undefined) throw new Error(`listen takes { port, host }, not ${unknown}`);
}

export const createAppListener: CreateListener = (app) =>
  createListener(app.build({ compression: nodeCompression }));
