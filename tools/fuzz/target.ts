import type { Random } from './random.ts';

/** A reader under test, and its oracle. */
export interface Target {
  readonly name: string;
  /** The number of inputs to run in all. */
  readonly goal: number;
  /** Makes an input. */
  make(random: Random): string;
  /** Reads the input, and returns the problem with the outcome, if there is one. */
  check(input: string): Outcome;
  /** Only reads the input, to measure the time. */
  read(input: string): void;
}

export interface Outcome {
  /** The number of inputs: a stream may have several requests. */
  readonly count: number;
  readonly problem?: string | undefined;
}

/** A problem that was found. */
export interface Failure {
  readonly target: string;
  /** The batch in which it was found. */
  readonly batch: number;
  readonly problem: string;
  /** The shortest input that was found to have the problem. */
  readonly input: string;
}
