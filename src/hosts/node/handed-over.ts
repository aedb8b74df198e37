import { isWorker } from './cluster.ts';
import { StartError } from './start-error.ts';

/** The first file descriptor that is handed to a process. */
const FIRST_FD = 3;

/**
 * Returns the descriptor of a socket on which another process already listens, as systemd does
 * (https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html). It keeps listening while the service restarts.
 * Workers do not inherit the socket: they ask the first process for it.
 */
export function handedOver(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  const owner = isWorker ? process.ppid : process.pid;
  return LISTEN_PID === String(owner) && Number(LISTEN_FDS) >= 1 ? FIRST_FD : undefined;
}

/** Throws if more than one socket was handed over, because nobody would answer on the others. */
export function checkHandedOver(): void {
  const { LISTEN_FDS } = process.env;
  if (handedOver() !== undefined && LISTEN_FDS !== '1')
    throw new StartError(`The service was handed ${LISTEN_FDS} sockets, but takes one`);
}
