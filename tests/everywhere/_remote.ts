import type { AppCore } from '../../src/http/types.ts';
import { apps } from '../_apps.ts';
import type { Host } from '../_hosts.ts';
import { sendOverSocket } from '../_socket.ts';

/** A runtime that was started, and where it carries the apps. */
export interface Runtime {
  readonly name: string;
  /** The port of each app, or one for all, which are told apart by the first label of the host. */
  readonly ports: Readonly<Record<string, number>> | number;
  /** The start of every path. */
  readonly prefix?: string;
  /** The only app there is, where a runtime carries one. */
  readonly only?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly runtimes: readonly Runtime[] | undefined;
    /** The names of the runtimes that run the command. */
    readonly commandsOn: readonly string[] | undefined;
  }
}

function nameOf(app: AppCore): string {
  const [name] = Object.entries(apps).find(([, core]) => core === app) ?? [];
  if (name === undefined) throw new Error('No such app is carried by other runtimes; see _apps.ts');
  return name;
}

/** Reaches the apps where another runtime carries them. */
export function remoteHost({ name, ports, prefix = '', only }: Runtime): Host {
  return {
    name,
    isRemote: true,
    carries: (app) => only === undefined || only === nameOf(app),
    async open(app) {
      const label = nameOf(app);
      const port = typeof ports === 'number' ? ports : (ports[label] ?? 0);
      return {
        send: ({ target, headers, ...sent }) =>
          sendOverSocket(port, {
            ...sent,
            target: prefix + target,
            headers: { Host: `${label}.test`, ...headers },
          }),
        close: async () => {},
      };
    },
  };
}
