import type { Contract } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import { type Document, serveDocument } from '../http/document.ts';
import { openApi, serversAt, withFaults } from '../openapi/document.ts';
import { toVersion30 } from '../openapi/version-3-0.ts';
import { once } from '../text/memo.ts';
import { filesFolder } from './addresses.ts';
import type { DocsOptions, MakeAnswers } from './docs-options.ts';
import { pageFiles } from './files.ts';
import { htmlPages, type Page } from './html-pages.ts';
import { refusalsAnswer } from './refusals.ts';

/** Makes the documentation of an app. Each page is made on its first request. */
export const docsAnswers: MakeAnswers = (contract, options) => {
  const answers = new Map(pagesOf(contract, options).map(({ path, answer }) => [path, answer]));
  return (path) => answers.get(path);
};

function pagesOf(contract: Contract, options: DocsOptions): Page[] {
  const { paths, basePath, compression, inject, subject } = options;
  const folder = filesFolder(paths);
  const fixed = (path: string | false, make: () => Document): Page[] => {
    const serve = once(() => serveDocument(make(), compression));
    return path === false ? [] : [{ path, answer: ({ head }) => serve()(head) }];
  };
  const openapi = once(() => {
    const shown =
      shownDocument(contract, basePath) ?? openApi(contract, { basePath, inject, subject: subject() });
    return subject().hasFaults ? withFaults(shown) : shown;
  });
  return [
    ...htmlPages(contract, options),
    ...fixed(paths.openapi, () => ofJson(openapi())),
    ...fixed(paths.openapi30, () => ofJson(toVersion30(openapi()))),
    ...(paths.refusals === false
      ? []
      : [{ path: paths.refusals, answer: refusalsAnswer(subject, compression) }]),
    ...pageFiles.flatMap(({ name, mediaType, text }) =>
      fixed(folder && `${folder}/${name}`, () => ({
        mediaType,
        text,
        isFinal: true,
      })),
    ),
  ];
}

function ofJson(value: JsonSchema): Document {
  return { mediaType: 'application/json', text: JSON.stringify(value) };
}

/** The document that the contract was made from, with this server in place of its own. */
function shownDocument({ document }: Contract, basePath: string): JsonSchema | undefined {
  if (!document) return undefined;
  const { servers: _, ...others } = document;
  return { ...others, ...serversAt(basePath) };
}
