/** An error in a command line, in one sentence. */
export class UsageError {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export const SEE_HELP = 'see assay --help';

export function unknown(kind: string, name: string): UsageError {
  return new UsageError(`There is no ${kind} ${JSON.stringify(name)}; ${SEE_HELP}`);
}
