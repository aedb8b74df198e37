import type { Contract } from '../contract/endpoint.ts';
import { pageFileNames } from './file-names.ts';
import { isLarge } from './operations.ts';

/** The view of the refusals that counts them by kind. */
export const COUNTS = 'counts';

/** The paths of the documentation; false turns a page off. */
export interface DocsPaths {
  readonly docs: string | false;
  readonly errors: string | false;
  readonly openapi: string | false;
  readonly openapi30: string | false;
  readonly refusals: string | false;
}

/** The paths of the pages that are not turned off. */
export function documentPaths({ docs, errors, openapi, openapi30, refusals }: DocsPaths): string[] {
  return [docs, errors, openapi, openapi30, refusals].filter((path) => path !== false);
}

/** The paths of the files that the pages load. */
export function filePaths(paths: DocsPaths): string[] {
  const folder = filesFolder(paths);
  return folder === false ? [] : pageFileNames.map((name) => `${folder}/${name}`);
}

/**
 * Lists all targets of the documentation. Single operations have targets of their own only if there are many; otherwise their
 * refusals are picked from those of all.
 */
export function documentTargets(contract: Contract, paths: DocsPaths): string[] {
  const { docs, refusals } = paths;
  const ofOne = isLarge(contract) ? [docs, refusals].filter((path) => path !== false) : [];
  const names = Object.keys({ ...contract.endpoints, ...contract.pages }).map(encodeURIComponent);
  const targets = ofOne.flatMap((path) => names.map((name) => `${path}?operation=${name}`));
  const counts = refusals === false ? [] : [`${refusals}?view=${COUNTS}`];
  return [...documentPaths(paths), ...filePaths(paths), ...counts, ...targets];
}

/** The addresses that a page links to, relative, so that they work behind any prefix. */
export interface Addresses {
  /** The prefix of the paths of requests. */
  readonly root: string;
  /** The origin for command lines, if the request tells it. */
  readonly origin: string | undefined;
  readonly docs: string | undefined;
  readonly errors: string | undefined;
  readonly openapi: string | undefined;
  readonly refusals: string | undefined;
  file(name: string): string;
}

/** The parts of addresses shared by all pages. */
interface Surroundings {
  readonly paths: DocsPaths;
  readonly basePath: string;
  readonly origin: string | undefined;
}

/** Makes the addresses for the page at `path`. */
export function addressesFrom(path: string, { paths, basePath, origin }: Surroundings): Addresses {
  const up = upFrom(path);
  const to = (target: string | false) => (target === false ? undefined : up + target.slice(1));
  const folder = to(filesFolder(paths));
  return {
    root: upFrom(basePath + path),
    origin,
    docs: to(paths.docs),
    errors: to(paths.errors),
    openapi: to(paths.openapi),
    refusals: to(paths.refusals),
    file: (name) => `${folder}/${name}`,
  };
}

/** The folder of the pages' files; false if there are no pages. */
export function filesFolder({ docs, errors }: DocsPaths): string | false {
  return docs || errors;
}

function upFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}
