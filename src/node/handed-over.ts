import { isWorker } from './cluster.ts';
import { StartError } from './start-error.ts';

/** The first file descriptor that a process is handed. */
const FIRST_FD = 3;

/**
 * Returns the descriptor of a socket on which somebody else listens already, as systemd does
 * (https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html). It goes on listening while the service
 * is started anew. Workers are not handed it: they ask the first process for it.
 */
export function handedOver(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  const owner = isWorker ? process.ppid : process.pid;
  return LISTEN_PID === String(owner) && Number(LISTEN_FDS) >= 1 ? FIRST_FD : undefined;
}

/** Throws where more sockets are handed over than one, of which the others would be answered by nobody. */
export function checkHandedOver(): void {
  const { LISTEN_FDS } = process.env;
  if (handedOver() !== undefined && LISTEN_FDS !== '1')
    throw new StartError(`The service was handed ${LISTEN_FDS} sockets, and takes one`);
}
