import type { Contract } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import { replyTo } from '../http/reply.ts';

/** The limit on endpoints that one page shows in full. With more, each is loaded when it is opened. */
const MAX_ENDPOINTS = 60;

export function isLarge({ endpoints }: Contract): boolean {
  return Object.keys(endpoints).length > MAX_ENDPOINTS;
}

/** Tells whether a name is that of an operation, or empty, for refusals that belong to none. */
export function isOperation({ endpoints, pages = {} }: Contract, name: unknown): boolean {
  if (name === '' || typeof name !== 'string') return name === '';
  return Object.hasOwn(endpoints, name) || Object.hasOwn(pages, name);
}

export const unknownOperation = replyTo(new Refusal(404, 'There is no such operation'));
