import type { Contract, Endpoint, Input, Output, RefusalOf } from './endpoint.ts';

/** What a service knows of itself. */
export interface ServiceInfo {
  readonly contract: Contract;
  /** Its documentation as a page. */
  page(): string;
}

/** What an endpoint does: a pure function from what was sent to what is answered. */
export type Handler<E extends Endpoint> = (input: Input<E>, self: ServiceInfo) => Output<E> | RefusalOf<E>;

/** One handler for each endpoint of a contract, under its name. */
export type Handlers<C extends Contract> = { readonly [Name in keyof C]: Handler<C[Name]> };
