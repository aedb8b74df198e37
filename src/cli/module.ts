import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Hosted, type Hosting, hosting } from '../http/hosting.ts';
import { app as practice } from '../practice/app.ts';
import { PRACTICE } from './options.ts';
import { UsageError } from './usage-error.ts';

/** The practice service, or the app of a module. */
export async function appOf(module: string = PRACTICE): Promise<Hosting | UsageError> {
  return module === PRACTICE ? practice[hosting] : loadApp(module);
}

/** Loads the app that a module has as its default export. */
async function loadApp(path: string): Promise<Hosting | UsageError> {
  const file = resolve(path);
  if (!existsSync(file)) return new UsageError(`There is no file ${path}`);
  const loaded = await import(pathToFileURL(file).href).catch((error) => unloadable(path, error));
  if (loaded instanceof UsageError) return loaded;
  return (
    hostingOf(loaded.default) ??
    // A CommonJS module that was written as an ES module has its default export one level deeper.
    hostingOf(loaded.default?.default) ??
    new UsageError(`${path} must have an app as its default export, made by createApp`)
  );
}

function hostingOf(value: unknown): Hosting | undefined {
  return typeof value === 'object' && value !== null && hosting in value
    ? (value as Hosted)[hosting]
    : undefined;
}

function unloadable(path: string, error: unknown): UsageError {
  const { code, message = String(error) } = error as NodeJS.ErrnoException;
  const [why] = message.split('\n', 1);
  return new UsageError(
    code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?ts$/.test(path)
      ? `This version of Node can't load ${path}: use Node 22.18 or later, or compile it to JavaScript`
      : `${path} can't be loaded: ${why}`,
  );
}
