import type { Issue, Path } from '../errors/issue.ts';
import type { AnyField, ValueOf } from '../fields/field.ts';
import type { BodyOfReply, Endpoint, Endpoints, FormBody } from './endpoint.ts';

/** The body of every error. */
export interface ErrorBody<Detail = string> {
  readonly detail: Detail;
}

/** One entry of the automatic 422: one invalid value, its place and its mistake. */
export interface ValidationError {
  readonly type: string;
  readonly loc: Path;
  readonly msg: string;
  readonly input: unknown;
}

/** The body of the automatic 422. */
export type ValidationErrors = ErrorBody<readonly ValidationError[]>;

/** The body of each reply of a contract, by the endpoint's name and by status. */
export type RepliesOf<C extends Endpoints> = { readonly [Name in keyof C]: Replies<C[Name]> };

type Replies<E extends Endpoint> = {
  readonly [Status in StatusOf<E>]: Accepted<E, Status> | RefusedByHandler<E, Status> | Refused<E, Status>;
};

type StatusOf<E extends Endpoint> =
  | E['reply']['status']
  | (keyof E['refusals'] & number)
  | keyof RefusedAutomatically<E>;

type Accepted<E extends Endpoint, Status> = Status extends E['reply']['status'] ? BodyOfReply<E> : never;

type RefusedByHandler<E extends Endpoint, Status> = Status extends keyof E['refusals']
  ? ErrorBody<ValueOf<E['refusals'][Status]>>
  : never;

type Refused<E extends Endpoint, Status> = Status extends keyof RefusedAutomatically<E>
  ? RefusedAutomatically<E>[Status]
  : never;

/** The refusals that are possible before the handler is called. */
type RefusedAutomatically<E extends Endpoint> = { 413: ErrorBody } & (E['credential'] extends object
  ? { 401: ErrorBody }
  : unknown) &
  (IsParsed<E> extends true
    ? { 400: ErrorBody; 415: ErrorBody; 422: ValidationErrors }
    : (E['params'] extends object ? { 400: ErrorBody } : unknown) &
        (MayRefuse<E['query']> | MayRefuse<E['headers']> extends false
          ? unknown
          : { 422: ValidationErrors }));

type IsParsed<E extends Endpoint> = E['body'] extends AnyField | FormBody ? true : false;

/** Resolves to true if a part has a value that may be refused, rather than passed to the handler with its issues. */
type MayRefuse<Part> = Part extends object
  ? { [Name in keyof Part]: Issue extends ValueOf<Part[Name]> ? false : true }[keyof Part]
  : false;
