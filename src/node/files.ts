import { readFileSync } from 'node:fs';

const names: ReadonlySet<string> = new Set(['swagger-ui-bundle.js', 'swagger-ui.css']);
const files = new Map<string, string>();

/** The files of Swagger UI that the build puts beside the page, each read when it is first asked for. */
export function pageFile(name: string): string | undefined {
  if (!names.has(name)) return undefined;
  const known = files.get(name) ?? load(name);
  if (known !== undefined) files.set(name, known);
  return known;
}

function load(name: string): string | undefined {
  try {
    return readFileSync(new URL(`../docs/files/${name}`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
