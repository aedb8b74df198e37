import { inspect } from 'node:util';

/** Prints a text to whoever reads; that nobody does is no reason to fail. */
export function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on('error', () => {}).write(text);
}

/** Prints what was thrown where nobody else is told of it. */
export function printBug(bug: unknown): void {
  print(process.stderr, `A bug: ${inspect(bug)}\n`);
}
