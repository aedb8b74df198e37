import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package as it is published, installed in an empty folder. */
export interface Installed {
  readonly folder: string;
  /** The packed file. */
  readonly tarball: string;
  /** The names of the files in it. */
  readonly files: readonly string[];
  /** Installs other packages beside it. */
  add(...packages: readonly string[]): void;
  /** Writes a file into the folder. */
  write(name: string, text: string): void;
  /** The compiler's messages about a file in the folder. */
  compile(name: string, ...options: readonly string[]): string;
  remove(): void;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

/** Packs the last build and installs it; npm prefers its cache. */
export function installPackage(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(npm(root, ...packing));
  const tarball = join(folder, packed.filename);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const add = (...packages: readonly string[]) => {
    npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages);
  };
  write('package.json', '{ "private": true }');
  add(tarball);
  return {
    folder,
    tarball,
    files: packed.files.map(({ path }: { path: string }) => path),
    add,
    write,
    compile: (name, ...options) =>
      spawnSync(process.execPath, [compiler, ...options, name], { cwd: folder, encoding: 'utf8' }).stdout,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
