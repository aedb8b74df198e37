export { type App, createApp } from './app.ts';
export type { Context } from './contract/context.ts';
export { apiKey, basic, bearer, type Credential, type Login } from './contract/credential.ts';
export {
  type Contract,
  type Endpoint,
  type Example,
  endpoint,
  form,
  type Input,
} from './contract/endpoint.ts';
export type { Handler, Handlers } from './contract/handler.ts';
export { Refusal, refuse } from './contract/refusal.ts';
export type { ErrorBody, RepliesOf, ValidationError, ValidationErrors } from './contract/replies.ts';
export { reply } from './contract/reply.ts';
export type { Cors } from './http/cors.ts';
export type { Documents } from './http/hosting.ts';
export type { Limits } from './http/limits.ts';
export type { NodeListener, NodeRequest, NodeResponse } from './http/listener.ts';
export type { Address, Listening } from './http/listening.ts';
export type { Timeouts } from './http/timeouts.ts';
export type { AppOptions, RoutePaths } from './options.ts';
export { documentsOf, withDocuments } from './prepared-docs.ts';
export { VERSION } from './version.ts';
