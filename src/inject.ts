import type { Credential } from './contract/credential.ts';
import type { AnyHandler, Contract, Endpoint } from './contract/endpoint.ts';
import { Refusal } from './contract/outcome.ts';
import { type CoreOptions, createCore } from './http/core.ts';
import { type Inject, type InjectedRequest, inject } from './http/inject.ts';
import { fieldSize, type HeadSize, oversized } from './http/limits.ts';
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

/**
 * Returns a function that answers requests in memory without the handlers, for documents that show which requests are
 * refused. It returns undefined for a request that would reach a handler.
 */
export function dryInject(contract: Contract, options: InjectOptions): Inject {
  const core = once(() => dryCore(contract, options));
  return (request) => {
    const refused = oversized(sizeOf(request), core().limits);
    if (refused) return replyTo(refused);
    const reply = inject(core(), request);
    return reply.status === UNCALLED ? undefined : reply;
  };
}

/** The size of a request head as a host counts it, without the headers that clients add. */
function sizeOf({ target, headers }: InjectedRequest): HeadSize {
  const fields = Object.entries(headers);
  const headerBytes = fields.reduce((sum, [name, value]) => sum + fieldSize(name, value), 0);
  return { target: target.length, headers: fields.length, headerBytes };
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
