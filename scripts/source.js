/** A digest of the files that `dist/` is built from, which tells whether it must be built again. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const buildFiles = ['scripts/build.js', 'scripts/source.js', 'tsconfig.json', 'tsconfig.build.json'];

/** The file with the digest of the source of the last build. File times would not do: copies and caches change them. */
export const stamp = join(root, 'dist', 'source.sha256');

/** Computes the digest of everything that affects the build. */
export function digestSource() {
  const { bin, devDependencies, exports, imports, sideEffects } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const parts = [bin, devDependencies, exports, imports, sideEffects];
  const digest = createHash('sha256').update(JSON.stringify(parts));
  for (const name of sourceFiles()) {
    const content = readFileSync(join(root, name));
    digest.update(`${name}\n${content.length}\n`).update(content);
  }
  return digest.digest('hex');
}

/** Reads the digest of the last build, if it was completed. */
export function digestBuilt() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}

function sourceFiles() {
  const files = ['scripts/build', 'src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  return [...buildFiles, ...files];
}
