/** Prints a text to whoever reads; that nobody does is no reason to fail. */
export function print(stream: NodeJS.WriteStream, text: string): void {
  stream.on('error', () => {}).write(text);
}
