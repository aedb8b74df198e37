import type { Endpoint, Method } from '../contract/endpoint.ts';
import { once } from '../text/once.ts';

/** An endpoint without its method and path. */
export type Operation = Omit<Endpoint, 'method' | 'path'>;

/** The method and path of an endpoint. */
export interface Address<M extends Method, P extends Endpoint['path']> {
  readonly method: M;
  readonly path: P;
}

/**
 * Makes an endpoint that is declared when more than its method and path is first read. A Worker may start for a single request, and
 * to declare all fifteen endpoints would take a sixth of that start.
 */
export function lazyEndpoint<M extends Method, P extends Endpoint['path'], Declared extends Operation>(
  method: M,
  path: P,
  declare: () => Declared,
): Address<M, P> & Declared {
  const address: Address<M, P> = { method, path };
  const whole = once(() => ({ ...address, ...declare() }));
  return new Proxy(address, {
    get: (_, key) => Reflect.get(Object.hasOwn(address, key) ? address : whole(), key),
    has: (_, key) => Reflect.has(whole(), key),
    ownKeys: () => Reflect.ownKeys(whole()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(whole(), key),
  }) as Address<M, P> & Declared;
}
