import type { Field } from '../fields/field.ts';
import type { ObjectOf, Shape } from '../fields/object.ts';
import type { Refusal } from './refusal.ts';

/** One row of the contract: everything there is to know of an endpoint but what its handler does. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** As requests must spell it; `{name}` stands for one segment. */
  readonly path: `/${string}`;
  readonly tag: Tag;
  /** What it is for, in one sentence. */
  readonly summary: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly headers?: Shape;
  /** The properties of the JSON body; `unread` takes any body of any type and never looks at it. */
  readonly body?: Shape | 'unread';
  readonly credential?: Credential;
  readonly reply: Success;
  /** The details of what the handler itself may refuse, by status. */
  readonly refusals?: Refusals;
  /** Requests and the status each gets: the first is accepted. */
  readonly examples: readonly [Example, ...Example[]];
}

export type Contract = Readonly<Record<string, Endpoint>>;
export type Refusals = Readonly<Record<number, Field<unknown>>>;

/** The groups of endpoints, in the order in which people read of them. */
export const tags = ['Users', 'Products', 'Validation', 'Search', 'Credentials', 'Service'] as const;
export type Tag = (typeof tags)[number];

/** The reply to a request with which nothing is wrong. JSON, unless `mediaType` says otherwise. */
export interface Success {
  readonly status: 200 | 201;
  readonly body: Field<unknown>;
  readonly mediaType?: string;
  /** Names and values of further headers in turn. */
  readonly headers?: readonly string[];
}

/** A header that lets the client in, and the scheme that a 401 names as its challenge. */
export interface Credential {
  readonly header: string;
  readonly challenge: string;
  readonly description: string;
}

/** The parts of a request as a client would give them to its HTTP library. */
export interface Example {
  readonly title: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
}

/** What the handler of an endpoint is given: every declared part, parsed. */
export type Input<E extends Endpoint> = {
  readonly [Part in 'params' | 'query' | 'headers' | 'body']: E[Part] extends Shape
    ? ObjectOf<E[Part]>
    : unknown;
};

/** What the handler may give back. */
export type Output<E extends Endpoint> = E['reply']['body'] extends Field<infer Body> ? Body : never;

/** What the handler may refuse with: a status that the contract declares, with the detail declared for it. */
export type RefusalOf<E extends Endpoint> = {
  [Status in keyof E['refusals'] & number]: E['refusals'][Status] extends Field<infer Detail>
    ? Refusal<Status, Detail>
    : never;
}[keyof E['refusals'] & number];

/** A row as it is, checked against what a row has to be. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}
