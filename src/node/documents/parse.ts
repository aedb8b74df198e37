import { fileURLToPath } from 'node:url';
import { describeFlaw, Flaw } from '../../json/flaw.ts';
import { MAX_DEPTH, readJson } from '../../json/reader.ts';
import { DocumentError } from '../../openapi/reading/mistake.ts';

/** So many characters a document in YAML may have: its parser takes fifty times as long as that of JSON. */
const MAX_YAML = 16 * 1024 * 1024;

/** Reads JSON or YAML. The parser of YAML is loaded only where there is some. */
export async function parseDocument(text: string, address: string): Promise<unknown> {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (/^\s*[[{]/.test(source.slice(0, 1000))) {
    const value = parseJson(source);
    if (value !== undefined) return value;
    if (/\.json$/i.test(new URL(address).pathname)) throw jsonError(source, address);
  }
  return parseYaml(source, address);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function jsonError(text: string, address: string): DocumentError {
  const flaw = readJson(text, MAX_DEPTH);
  return new DocumentError(
    `${name(address)}: ${flaw instanceof Flaw ? describeFlaw(text, flaw) : 'not JSON'}`,
  );
}

async function parseYaml(text: string, address: string): Promise<unknown> {
  if (text.length > MAX_YAML)
    throw new DocumentError(`${name(address)} is larger than 16 MiB, too much for YAML`);
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(text, { maxAliasCount: 10_000, uniqueKeys: false, logLevel: 'error', intAsBigInt: false });
  } catch (error) {
    const [why = ''] = error instanceof Error ? error.message.split('\n', 1) : [];
    if (error instanceof YAMLParseError || error instanceof ReferenceError || error instanceof RangeError)
      throw new DocumentError(`${name(address)} is neither JSON nor YAML: ${why.replace(/:$/, '')}`);
    throw error;
  }
}

function name(address: string): string {
  return address.startsWith('file:') ? fileURLToPath(address) : address;
}
