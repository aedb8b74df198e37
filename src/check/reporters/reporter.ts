import type { Match } from '../../cases/compare.ts';
import { receivedInWords } from '../../cases/compare.ts';
import type { Result } from '../check.ts';
import type { Tally } from '../tally.ts';

/** Writes a report as results come in. */
interface Reporter {
  /** The text that a result adds to the report. */
  result(result: Result): string;
  /** The end of the report. */
  end(): string;
}

export interface ReportOptions {
  readonly address: string;
  readonly match: Match;
  readonly tally: Tally;
  readonly isStopped: () => boolean;
}

export type MakeReporter = (options: ReportOptions) => Reporter;

/** Describes the reply received, or the reason why there is none. */
export function gotInWords({ received, why = '' }: Result): string {
  return received ? receivedInWords(received) : why;
}

/** Escapes characters that a terminal would act on. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const CONTROLS = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu;
