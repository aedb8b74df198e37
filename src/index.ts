export { type App, createApp } from './app.ts';
export { apiKey, basic, bearer, type Credential, type Login } from './contract/credential.ts';
export type {
  ErrorBody,
  Handler,
  Handlers,
  RepliesOf,
  ValidationError,
  ValidationErrors,
} from './contract/endpoint.ts';
export {
  type Contract,
  type Endpoint,
  type Example,
  endpoint,
  form,
  type Input,
} from './contract/endpoint.ts';
export type { Around, Context, Logger, PassedReply, RequestInfo } from './contract/outcome.ts';
export { Refusal, refuse, reply } from './contract/outcome.ts';
export type { Bytes } from './contract/success.ts';
export type { InvalidValue, OwnErrors } from './http/error-format.ts';
export type { Documents, ListenSettings } from './http/hosting.ts';
export type { Limits, Timeouts } from './http/limits.ts';
export type { Cors } from './http/negotiate.ts';
export type { Address, Listening, NodeListener, NodeRequest, NodeResponse } from './http/types.ts';
export type { AppOptions, RoutePaths } from './options.ts';
export { documentsOf, withDocuments } from './prepared-docs.ts';
export { VERSION } from './version.ts';
