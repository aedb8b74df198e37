import type { AppCore } from '../../../http/types.ts';
import type { BugListener } from './bug.ts';
import type { RequestObserver } from './observer.ts';
import type { PhaseTimeouts } from './phase-timeouts.ts';
import type { Shutdown } from './shutdown.ts';

/** The settings and state that the connections of a server share. */
export interface ServerContext {
  readonly app: AppCore;
  /** True if the connections are encrypted. */
  readonly isSecure: boolean;
  readonly timeouts: PhaseTimeouts;
  /** The most requests on one connection. */
  readonly maxRequests: number;
  /** The end of the head of a reply that keeps the connection open. */
  readonly keepAliveHeaders: string;
  readonly observer: RequestObserver | undefined;
  readonly shutdown: Shutdown;
  readonly onBug: BugListener;
}
