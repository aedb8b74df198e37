import type { Hosting, HostOptions } from '../../http/hosting.ts';
import type { AppCore } from '../../http/types.ts';

/** An app that can be replaced by another one while it is served. */
interface Replaceable {
  readonly app: Hosting;
  replace(next: Hosting): void;
}

/** Makes an app replaceable. A request is answered by the app that it began with. */
export function replaceable(first: Hosting): Replaceable {
  let current = first;
  const renewals: (() => void)[] = [];
  const app: Hosting = { ...first, build };

  function build(host?: HostOptions): AppCore {
    const core = { ...current.build(host) };
    renewals.push(() => Object.assign(core, current.build(host)));
    return core;
  }

  return {
    app,
    replace(next) {
      current = next;
      Object.assign(app, next, { build });
      for (const renew of renewals) renew();
    },
  };
}
