import type { Context } from './context.ts';
import type { Endpoint, Endpoints, Input, Output, RefusalOf } from './endpoint.ts';

/** A function that answers the requests of an endpoint with its output or a refusal, or a promise of either. */
export type Handler<E extends Endpoint> = (
  input: Input<E>,
  context: Context,
) => Result<E> | Promise<Result<E>>;

type Result<E extends Endpoint> = Output<E> | RefusalOf<E>;

/** A handler of any endpoint. */
export type AnyHandler = { handle(input: AnyInput, context: Context): unknown }['handle'];

/** The input of any handler. */
export type AnyInput = { readonly [Part in keyof Input<Endpoint>]: unknown };

/** A handler for each endpoint of a contract, by name. */
export type Handlers<C extends Endpoints> = { readonly [Name in keyof C]: Handler<C[Name]> };
