import { inspect } from 'node:util';

/** Prints a text. It is not an error if nobody reads it. */
export function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on('error', () => {}).write(text);
}

/** Prints an exception that is not reported to anybody else. */
export function printBug(bug: unknown): void {
  print(process.stderr, `A bug: ${inspect(bug)}\n`);
}
