import type { Random } from './_random.ts';

/** Something that reads texts, and what it is held against. */
export interface Target {
  readonly name: string;
  /** The number of inputs that it should have read before anybody trusts it. */
  readonly goal: number;
  /** Makes an input. */
  make(random: Random): string;
  /** Lets the input be read, and tells what is wrong with what becomes of it, if anything is. */
  check(input: string): Outcome;
  /** Lets it be read and no more, to see how the time grows with the input. */
  read(input: string): void;
}

export interface Outcome {
  /** The number of inputs: a stream may have several requests. */
  readonly count: number;
  readonly problem?: string | undefined;
}

/** The mistakes that were found. */
export interface Failure {
  readonly target: string;
  /** The batch in which it was found. */
  readonly batch: number;
  readonly problem: string;
  /** The shortest input that was found to have the problem. */
  readonly input: string;
}
