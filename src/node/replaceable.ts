import type { Hosting, HostOptions } from '../http/hosting.ts';
import type { AppCore } from '../http/types.ts';

/** An app that can be replaced by another one while it is served. */
export interface Replaceable {
  readonly app: Hosting;
  replace(next: Hosting): void;
}

/** Makes an app replaceable. A request is answered by the app that it began with. */
export function replaceable(first: Hosting): Replaceable {
  let current = first;
  const renewals: (() => void)[] = [];

  function build(host?: HostOptions): AppCore {
    let core = current.build(host);
    renewals.push(() => {
      core = current.build(host);
    });
    return {
      get limits() {
        return core.limits;
      },
      receive: (head) => core.receive(head),
      finish: (reply, known) => core.finish(reply, known),
      fail: (bug, id, known) => core.fail(bug, id, known),
      routeOf: (target) => core.routeOf(target),
    };
  }

  return {
    app: {
      get title() {
        return current.title;
      },
      get version() {
        return current.version;
      },
      get docsPath() {
        return current.docsPath;
      },
      get refusalsPath() {
        return current.refusalsPath;
      },
      get documentTargets() {
        return current.documentTargets;
      },
      get timeouts() {
        return current.timeouts;
      },
      get contract() {
        return current.contract;
      },
      get basePath() {
        return current.basePath;
      },
      dryRun: (host) => current.dryRun(host),
      build,
    },
    replace(next) {
      current = next;
      for (const renew of renewals) renew();
    },
  };
}
