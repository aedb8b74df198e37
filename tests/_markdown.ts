import { readdirSync, readFileSync } from 'node:fs';

/** README.md and every page under docs/, as `README.md` and `docs/reference/errors.md`. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .sort(),
];

export function textOf(page: string): string {
  return readFileSync(page, 'utf8');
}

/** The blocks of a page in a language. */
export function blocksOf(page: string, language: string): string[] {
  const blocks = textOf(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].filter(([, name]) => name === language).map(([, , block = '']) => block);
}

/** A command line on a page, and the output shown below it. */
export interface ShownCommand {
  readonly command: string;
  readonly output: string;
}

/** The commands after a `$ ` in the console blocks of a page. */
export function commandsOf(page: string): ShownCommand[] {
  const parts = blocksOf(page, 'console').flatMap((block) => block.split(/^\$ /m).slice(1));
  return parts.map((part) => {
    const [command = ''] = part.split('\n', 1);
    return { command, output: part.slice(command.length + 1) };
  });
}

/** The words of a command line; only single quotes are supported. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** The output of a check, whatever time it took. */
export function untimed(text: string): string {
  return text.replace(/in [\d.]+ s$/m, 'in 0.1 s');
}
