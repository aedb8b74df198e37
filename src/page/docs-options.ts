import type { Subject } from '../cases/subject.ts';
import type { Contract } from '../contract/endpoint.ts';
import type { Compression, PreparedText, Served } from '../http/document.ts';
import type { Inject } from '../http/inject.ts';
import type { Limits } from '../http/limits.ts';
import type { RouteInput } from '../http/types.ts';
import type { DocsPaths } from './addresses.ts';

/** The inputs from which the documentation of an app is made. */
export interface DocsOptions {
  readonly limits: Limits;
  readonly paths: DocsPaths;
  readonly basePath: string;
  readonly compression: Compression;
  readonly inject: Inject;
  /** The documentation that was rendered earlier, by target. */
  readonly documents?: Readonly<Record<string, PreparedText>>;
  /** The app without its handlers. */
  readonly subject: () => Subject;
  readonly onBug: (bug: unknown, requestId: string) => void;
}

/** Answers a request for one page. */
export type PageAnswer = (input: RouteInput) => Served;

/** Makes a lookup of the answers, by path. */
export type MakeAnswers = (
  contract: Contract,
  options: DocsOptions,
) => (path: string) => PageAnswer | undefined;
