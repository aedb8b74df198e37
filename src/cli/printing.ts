import { once } from 'node:events';

/** Prints a text, and waits for a reader that is slower. */
export async function printSlowly(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
