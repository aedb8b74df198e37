import type { Credential } from './contract/credential.ts';
import type { AnyHandler, Contract, Endpoint } from './contract/endpoint.ts';
import { Refusal } from './contract/outcome.ts';
import { type CoreOptions, createCore } from './http/core.ts';
import { type Inject, inject } from './http/inject.ts';
import { oversized, sizeOf } from './http/limits.ts';
import { replyTo } from './http/reply.ts';
import type { AppCore } from './http/types.ts';
import { UNCALLED } from './http/types.ts';
import { ensure, once } from './text/memo.ts';

interface InjectOptions
  extends Pick<
    CoreOptions,
    'limits' | 'errors' | 'values' | 'basePath' | 'otherBasePaths' | 'errorsPath' | 'keepRoute'
  > {
  /** Lets requests prefer faults, but not replies that endpoints declare. */
  readonly faults?: boolean;
}

/** Returns a function that answers requests in memory, calling the handlers. */
export function liveInject(
  contract: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: InjectOptions,
): Inject {
  const core = once(() => createCore(contract, handlers, options));
  return (request) => inject(core(), request);
}

/** A core without handlers, and a function that answers requests in memory with it. */
interface DryApp {
  readonly core: () => AppCore;
  readonly inject: Inject;
}

/**
 * Makes a core without the handlers, for documents that show which requests are refused. Nothing is returned for a request that would
 * reach a handler.
 */
export function dryApp(contract: Contract, options: InjectOptions): DryApp {
  const core = once(() => dryCore(contract, options));
  return {
    core,
    inject(request) {
      const { target, headers } = request;
      // As a host counts them, without the headers that clients add.
      const size = sizeOf(target, new Map(Object.entries(headers)));
      const refused = oversized(size, core().limits);
      if (refused) return replyTo(refused);
      const reply = inject(core(), request);
      return reply.status === UNCALLED ? undefined : reply;
    },
  };
}

function dryCore(contract: Contract, options: InjectOptions): AppCore {
  // Thousands of endpoints may share a credential of a thousand others, or those.
  const known = new Map<Credential, Credential>();
  const unchecked = (credential: Credential): Credential =>
    ensure(known, credential, () => ({
      ...credential,
      and: credential.and?.map(unchecked),
      or: credential.or?.map(unchecked),
      read(sent) {
        const check = credential.read(sent);
        return check instanceof Refusal ? check : () => '';
      },
    }));
  // The credential of an endpoint accepts any well-formed value.
  const adapt = (endpoint: Endpoint) => {
    const { credential } = endpoint;
    return credential ? { ...endpoint, credential: unchecked(credential) } : endpoint;
  };
  const declared = options.faults ? () => undefined : undefined;
  return createCore(contract, {}, { ...options, declared, adapt });
}
