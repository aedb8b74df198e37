import type { Contract } from '../contract/endpoint.ts';
import type { Compression } from '../http/compression.ts';
import type { Inject } from '../http/inject.ts';
import type { Limits } from '../http/limits.ts';
import type { PreparedText } from '../http/prepared.ts';
import type { RouteInput } from '../http/route.ts';
import type { Served } from '../http/static.ts';
import type { Subject } from '../refusals/subject.ts';
import type { DocsPaths } from './addresses.ts';

/** The documentation of an app, and all that is needed to make it. */
export interface DocsOptions {
  readonly limits: Limits;
  readonly paths: DocsPaths;
  readonly basePath: string;
  readonly compression: Compression;
  readonly inject: Inject;
  /** The documentation as it was made before, by target. */
  readonly documents?: Readonly<Record<string, PreparedText>>;
  /** The app whose handlers are never called. */
  readonly subject: () => Subject;
  readonly onBug: (bug: unknown, requestId: string) => void;
}

/** Answers a request for one page. */
export type PageAnswer = (input: RouteInput) => Served;

/** Makes the answers of the routes, which are found by their paths. */
export type MakeAnswers = (
  contract: Contract,
  options: DocsOptions,
) => (path: string) => PageAnswer | undefined;
