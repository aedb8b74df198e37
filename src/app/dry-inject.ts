import type { Credential } from '../contract/credential.ts';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import { type CoreOptions, createCore } from '../http/app.ts';
import { inject } from '../http/inject.ts';
import type { Inject } from '../refusals/examples.ts';

/** Stands for the reply of a handler that was not called. */
const UNCALLED = 0;

/**
 * Makes what puts requests to a contract without its handlers, for documents that show which requests are refused. It
 * returns nothing where a handler would have been called.
 */
export function dryInject(contract: Contract, options: Pick<CoreOptions, 'limits' | 'errors'>): Inject {
  const entries = Object.entries(contract.endpoints);
  const endpoints = Object.fromEntries(entries.map(([name, endpoint]) => [name, unchecked(endpoint)]));
  const handlers = Object.fromEntries(entries.map(([name]) => [name, () => new Refusal(UNCALLED, null)]));
  const { limits, errors } = options;
  const core = createCore({ ...contract, endpoints }, handlers, { limits, errors });
  return (request) => {
    const reply = inject(core, request);
    return reply.status === UNCALLED ? undefined : reply;
  };
}

/** The endpoint with a credential of which any value is accepted. */
function unchecked(endpoint: Endpoint): Endpoint {
  const { credential } = endpoint;
  return credential ? { ...endpoint, credential: uncheckedCredential(credential) } : endpoint;
}

function uncheckedCredential(credential: Credential): Credential {
  return {
    ...credential,
    read(sent) {
      const check = credential.read(sent);
      return check instanceof Refusal ? check : () => '';
    },
  };
}
