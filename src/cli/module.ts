import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Unsupported } from '../documents/references.ts';
import type { DocumentApp, DocumentOptions } from '../from-document.ts';
import { isWorker, print } from '../hosts/node/process.ts';
import { type Hosted, type Hosting, hosting } from '../http/hosting.ts';
import { once } from '../text/memo.ts';
import type { WatchedDocument } from './document.ts';
import { DOCUMENT, mistakenFile } from './files.ts';
import { keepNewSpace } from './new-space.ts';
import { PRACTICE, type ServeCommand } from './options.ts';
import type { Settings } from './settings.ts';
import { flagOf, SEE_HELP, UsageError } from './settings.ts';
import { announce } from './terminal.ts';
import { type Line, unsupportedText, writeLine } from './unsupported.ts';

/** Returns the app of a module or document, or the practice service. `isMock` tells whether anybody gets its errors. */
export async function appOf(
  module: string = PRACTICE,
  settings: DocumentSettings = {},
  isMock = true,
): Promise<Hosting | UsageError> {
  if (DOCUMENT.test(module)) return loadDocument(module, settings, isMock);
  const mistake = settingOfDocuments(settings);
  if (mistake) return mistake;
  return module === PRACTICE ? (await import('../practice/app.ts')).app[hosting] : loadModule(module);
}

const ADDRESS = /^https?:\/\//i;

/** Tells whether a name on the command line is that of a module, rather than of a document or of the practice service. */
export function isModule(name: string): boolean {
  return name !== PRACTICE && !DOCUMENT.test(name);
}

/** The settings that apply only to documents, besides `watch`. */
type DocumentSettings = Partial<Pick<Settings, (typeof ofDocuments)[number] | 'logFormat'>>;

const ofDocuments = [
  'basePath',
  'values',
  'errors',
  'failOnUnsupported',
  'listUnsupported',
  'prefer',
  'only',
  'skip',
  'remember',
  'save',
  'callbacks',
  'validate',
  'delay',
] as const;

/** Refuses a setting that applies only to documents, if one is given. */
function settingOfDocuments(settings: DocumentSettings): UsageError | undefined {
  const given = ofDocuments.find((name) => settings[name]);
  return given && new UsageError(`${flagOf(given)} needs a document, such as ./openapi.yaml; ${SEE_HELP}`);
}

/** Refuses to serve something together that can't be. */
export function mistakenDocuments({
  module,
  others,
  settings,
  chosen,
}: ServeCommand): UsageError | undefined {
  if (others.length === 0) return undefined;
  const odd = [module, ...others].find((each) => each !== undefined && !DOCUMENT.test(each));
  if (odd !== undefined)
    return new UsageError(`Only documents can be served together, and ${odd} is none; ${SEE_HELP}`);
  if (chosen.basePath !== undefined)
    return new UsageError(`--base-path can't be one for several documents; each has that of its servers`);
  if (settings.save)
    return new UsageError('--save works for one document only, because each has items of its own');
  if (settings.watch && settings.workers !== 1)
    return new UsageError(`--watch works for several documents in one process only, without --workers`);
  return undefined;
}

async function loadDocument(
  path: string,
  settings: DocumentSettings,
  isMock: boolean,
): Promise<Hosting | UsageError> {
  const { loadDocumentApp } = await import('./document.ts');
  const options = await documentOptions(settings);
  if (options instanceof UsageError) return options;
  if (isMock) keepNewSpace();
  const done = announce(process.stderr, `Reading ${path}`);
  const loaded = await loadDocumentApp(path, options).finally(done);
  if ('mistake' in loaded) return new UsageError(loaded.mistake);
  printUnsupported(loaded.unsupported, settings);
  printChoices(loaded, settings, isMock);
  return loaded.app;
}

/** Loads a document from a file, to be read again when the file changes. */
export async function watchedDocument(
  path: string = PRACTICE,
  settings: DocumentSettings = {},
): Promise<WatchedDocument | UsageError> {
  if (!DOCUMENT.test(path) || ADDRESS.test(path))
    return new UsageError(
      `--watch needs a document or a module in a file, such as ./openapi.yaml; ${SEE_HELP}`,
    );
  const { watchDocument } = await import('./document.ts');
  const options = await documentOptions(settings);
  if (options instanceof UsageError) return options;
  keepNewSpace();
  const watched = await watchDocument(path, options);
  if ('mistake' in watched) return new UsageError(watched.mistake);
  printUnsupported(watched.unsupported, settings);
  printChoices(watched, settings);
  return watched;
}

async function documentOptions(settings: DocumentSettings): Promise<DocumentOptions | UsageError> {
  const remember = await remembered(settings);
  if (remember instanceof UsageError) return remember;
  const given = ofDocuments
    .filter((name) => !ofCommand.has(name))
    .map((name) => [name, settings[name]])
    .filter(([, value]) => value !== undefined);
  const onNotice: DocumentOptions['onNotice'] = (notice) => printNotices([notice], settings);
  // What is remembered stays a getter, which is read each time that the document is.
  const sender = once(async () => (await import('./callbacks.ts')).callbackSender(settings.callbacks ?? []));
  const onCallback: DocumentOptions['onCallback'] = async (callback, log) => (await sender())(callback, log);
  return Object.assign(remember, Object.fromEntries(given), { onNotice, onCallback });
}

/** The settings that aren't passed on as they are. */
const ofCommand: ReadonlySet<string> = new Set(['listUnsupported', 'remember', 'save', 'callbacks']);

/** Reads the items to begin with from a file, which may be missing if it will be written. */
async function remembered({
  remember: file = false,
  save = false,
}: DocumentSettings): Promise<DocumentOptions | UsageError> {
  if (typeof file === 'boolean') return { remember: file };
  if (save && !existsSync(file)) return savedIn(file, true);
  if (!existsSync(file))
    return new UsageError(`There is no file ${file} to begin with; --save makes one, or leave it out`);
  const read = await readFile(file, 'utf8')
    .then((written): unknown => JSON.parse(written))
    .catch((error: Error) => new UsageError(`${file} can't be read: ${error.message}`));
  if (read instanceof UsageError) return read;
  const { dataIn } = await import('./document.ts');
  const data = dataIn(read);
  if (data) return save ? savedIn(file, Object.fromEntries(data)) : { remember: Object.fromEntries(data) };
  return new UsageError(`${file} has no lists of objects by path, such as {"/lamps": [{"id": 1}]}`);
}

/** Makes the options that keep items in a file. A document that is read again begins with what is remembered then. */
async function savedIn(
  path: string,
  first: NonNullable<DocumentOptions['remember']>,
): Promise<DocumentOptions> {
  const { SavedFile } = await import('./save.ts');
  const file = new SavedFile(path);
  let last: () => typeof first = () => first;
  return {
    get remember() {
      return last();
    },
    onRemember(memory) {
      last = () => memory.toJSON();
      file.write(memory);
    },
    stop: () => file.close(),
  };
}

/** Prints what is not served exactly as a document says. Only one process prints it. */
export function printUnsupported(
  unsupported: readonly Unsupported[],
  { listUnsupported = false, logFormat }: DocumentSettings,
): void {
  const text = unsupportedText(unsupported, { isWhole: listUnsupported, isJson: logFormat === 'json' });
  if (!isWorker && text !== '') print(process.stderr, text);
}

const told = new Set<string>();

/** Prints what is wrong in a document, once. */
export function printNotices(notices: readonly Unsupported[], settings: DocumentSettings): void {
  const news = notices.filter(({ place }) => !told.has(place));
  for (const { place } of news) told.add(place);
  printUnsupported(news, settings);
}

/** Prints a line about a document, in the format of the log. Only one process prints it. */
export function printLine(line: Line, { logFormat }: DocumentSettings): void {
  if (!isWorker) print(process.stderr, writeLine('info', line, logFormat === 'json'));
}

/** Prints what the document decides, unless the command line does. */
function printChoices(made: Choices, settings: DocumentSettings, isMock = true): void {
  const { values = 'auto', errors = 'auto' } = settings;
  if (values === 'auto') printLine(valuesLine(made.values), settings);
  const isChosen = isMock && (errors === 'auto' || errors === 'document');
  const line = isChosen ? errorsLine(made.errors) : undefined;
  if (line) printLine(line, settings);
}

type Choices = Pick<DocumentApp, 'values' | 'errors'>;

/** Says how many operations answer an invalid request in which format. */
function errorsLine({ document, fastapi }: DocumentApp['errors']): Line | undefined {
  const counts = [
    document > 0 && `the declared format in ${operations(document)}`,
    fastapi > 0 && `FastAPI’s format in ${operations(fastapi)}`,
  ].filter((each) => each !== false);
  return counts.length > 0
    ? { text: `Errors have ${counts.join(', ')}`, fields: { document, fastapi } }
    : undefined;
}

function operations(count: number): string {
  return `${count} ${count === 1 ? 'operation' : 'operations'}`;
}

/** Says how values are read, where the document decided it. */
function valuesLine(values: DocumentApp['values']): Line {
  const how = values === 'schema' ? 'exactly as the document says' : 'as FastAPI reads them';
  return { text: `Values are read ${how} (--values ${values})`, fields: { values } };
}

/** Returns the full path of a file that exists. */
export function fileOf(path: string): string | UsageError {
  return mistakenFile(path) ?? resolve(path);
}

async function loadModule(path: string): Promise<Hosting | UsageError> {
  const file = fileOf(path);
  if (file instanceof UsageError) return file;
  // A bug is reported by its place in the code that people wrote, not in what a compiler made of that.
  process.setSourceMapsEnabled(true);
  const loaded = await import(pathToFileURL(file).href).catch((error) => unloadable(path, file, error));
  if (loaded instanceof UsageError) return loaded;
  return (
    hostingOf(loaded.default) ??
    // An ES module compiled to CommonJS has its default export one level deeper.
    hostingOf(loaded.default?.default) ??
    new UsageError(
      `${path} must have an app as its default export, made by createApp${isServer(loaded.default) ? OTHER_SERVER : ''}`,
    )
  );
}

const OTHER_SERVER =
  '; start an app of another framework by itself, and check it, for example with: assay check http://localhost:3000';

/** Recognizes apps of Express, Fastify and others, and servers of Node. */
function isServer(value: unknown): boolean {
  return ['listen', 'fetch'].some((method) => typeof Object(value)[method] === 'function');
}

function hostingOf(value: unknown): Hosting | undefined {
  return typeof value === 'object' && value !== null && hosting in value
    ? (value as Hosted)[hosting]
    : undefined;
}

async function unloadable(path: string, file: string, error: unknown): Promise<UsageError> {
  const { code, message = String(error) } = Object(error) as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?ts$/.test(path))
    return new UsageError(
      `This version of Node can't load ${path}: use Node 22.18 or later, or compile it to JavaScript`,
    );
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return new UsageError(
      `${path} is neither a document (.json, .yaml or .yml) nor a module that Node can load (.js, .mjs or .cjs)`,
    );
  const [why] = message.split('\n', 1);
  const { placeInModule } = await import('./mistake.ts');
  return new UsageError(`${path} can't be loaded: ${why}${await placeInModule(file, error)}`);
}
