import { open, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DocumentError } from '../../../documents/references.ts';

/** The time limit for downloading a document, in milliseconds. */
const FETCH_TIMEOUT_MS = 30_000;

/** Returns the text at an address, which may have at most this many bytes. */
export async function readText(address: URL, most: number): Promise<string> {
  const bytes = address.protocol === 'file:' ? await readFile(address, most) : await download(address, most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError(`${shown(address)} is not UTF-8`);
  }
}

/** Returns an address as people write it: a path or a URL. */
export function shown(address: URL): string {
  return address.protocol === 'file:' ? fileURLToPath(address) : address.href;
}

async function readFile(address: URL, most: number): Promise<Uint8Array> {
  const path = await realpath(fileURLToPath(address)).catch(() => {
    throw new DocumentError(`There is no file ${shown(address)}`);
  });
  const file = await open(path).catch(() => {
    throw new DocumentError(`${shown(address)} can't be read`);
  });
  try {
    const { size } = await file.stat();
    if (size > most) throw tooLarge(address);
    return await file.readFile();
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError(`${shown(address)} can't be read`);
  } finally {
    await file.close();
  }
}

async function download(address: URL, most: number): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(address, { redirect: 'error', signal }).catch(() => {
    throw new DocumentError(`${address.href} can't be fetched`);
  });
  if (!response.ok) throw new DocumentError(`${address.href} answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw tooLarge(address);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(address: URL): DocumentError {
  return new DocumentError(`${shown(address)} makes the document larger than 64 MiB`);
}
