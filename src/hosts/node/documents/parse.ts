import { DocumentError } from '../../../documents/references.ts';
import { describeFlaw, Flaw } from '../../../text/json/flaw.ts';
import { MAX_DEPTH, readJson } from '../../../text/json/reader.ts';
import { shown } from './read.ts';

/** The most characters of a YAML document: its parser takes fifty times as long as that of JSON. */
const MAX_YAML = 16 * 1024 * 1024;

/** Reads JSON or YAML. The YAML parser is loaded only for YAML. */
export async function parseDocument(text: string, address: string): Promise<unknown> {
  if (/^\s*[[{]/.test(text.slice(0, 1000))) {
    const value = parseJson(text);
    if (value !== undefined) return value;
    const isNamedSo = /\.json$/i.test(new URL(address).pathname);
    const flaw = isNamedSo && readJson(text, MAX_DEPTH);
    if (flaw instanceof Flaw)
      throw new DocumentError(`${shown(new URL(address))}: ${describeFlaw(text, flaw)}`);
  }
  return parseYaml(text, address);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function parseYaml(text: string, address: string): Promise<unknown> {
  if (text.length > MAX_YAML)
    throw new DocumentError(`${shown(new URL(address))} is larger than 16 MiB, too much for YAML`);
  const { parse } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 10_000, uniqueKeys: false, logLevel: 'error', intAsBigInt: false });
  } catch (error) {
    const [why = ''] = String(error).split('\n', 1);
    throw new DocumentError(
      `${shown(new URL(address))} is neither JSON nor YAML: ${why.replace(/^\w*Error: |:$/g, '')}`,
    );
  }
}
