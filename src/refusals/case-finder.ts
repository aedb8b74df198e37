import type { PreparedText } from '../http/prepared.ts';
import type { Subject } from './subject.ts';

/** The sources of an app's refused cases. */
export interface CaseSource {
  readonly subject: () => Subject;
  /** The list of all cases, if it was made ahead of time. */
  readonly prepared: PreparedText | undefined;
}

/** A refusal that the app has given. */
export interface Given {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: string;
}

/** Finds the first refusal of an operation with a status; a promise if the list has to be read. */
export type FindCase = (operation: string, status: number) => Given | Promise<Given> | undefined;
