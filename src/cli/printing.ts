import { once } from 'node:events';

/** Ends the process, with this code, once nobody reads what it prints. */
export function exitWhenUnread(code: number): void {
  process.stdout.on('error', () => process.exit(code));
}

/** Prints a text, and waits for a reader that is slower. */
export async function printSlowly(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
