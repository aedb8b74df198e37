import { createReadStream } from 'node:fs';
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integer, object, text, uuid, valid } from 'assay/fields';

const stored = object({ id: uuid(), name: text(), size: integer() });
const INFO = '.json';

/** Files in a folder. Each lies under an id of ours, never under the name that a client made up, with a second file for that name. */
export function createFolder(path: string) {
  const at = (name: string) => join(path, name);

  /** Returns what is known of a file, or undefined if there is none. */
  async function find(id: string) {
    const json = await readFile(at(id + INFO), 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return 'null';
      throw error;
    });
    return valid(stored, JSON.parse(json));
  }

  return {
    find,
    create: () => mkdir(path, { recursive: true }),
    async add(name: string, bytes: Uint8Array) {
      const info = { id: crypto.randomUUID(), name, size: bytes.length };
      const part = at(`${info.id}.part`);
      try {
        await writeFile(at(info.id), bytes);
        await writeFile(part, JSON.stringify(info));
        // The file exists from now on, and as a whole.
        await rename(part, at(info.id + INFO));
      } catch (error) {
        await Promise.all([rm(part, { force: true }), rm(at(info.id), { force: true })]);
        throw error;
      }
      return info;
    },
    read: (id: string) => createReadStream(at(id)),
    async *all() {
      for await (const { name } of await opendir(path)) {
        const info = name.endsWith(INFO) && (await find(name.slice(0, -INFO.length)));
        if (info) yield info;
      }
    },
  };
}
