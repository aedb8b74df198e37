import type { Contract } from '../contract/endpoint.ts';
import { type PreparedText, type Serve, type Served, servePrepared } from '../http/document.ts';
import { bugReply, replyTo } from '../http/reply.ts';
import { stoppedWaiting } from '../http/statuses.ts';
import type { Route, RouteInput } from '../http/types.ts';
import { defined } from '../text/guards.ts';
import {
  type DocsOptions,
  documentPaths,
  filePaths,
  type MakeAnswers,
  pageHeaders,
  partIn,
} from './addresses.ts';
import { expectedRoute } from './expected.ts';

/** The routes of the documentation. The code that makes it is loaded on the first request for a page. */
export function docsRoutes(contract: Contract, options: DocsOptions): Route[] {
  const prepared = preparedPages(options);
  const late = lateAnswers(contract, options);
  const { paths, subject, errors } = options;
  const pages = [...documentPaths(paths), ...filePaths(paths)].map(
    (path): Route => ({
      method: 'GET',
      path,
      answer(input) {
        return prepared(path, input.query)?.(input.head) ?? late(path, input);
      },
    }),
  );
  return paths.cases === false ? pages : [...pages, expectedRoute(paths.cases, subject, errors)];
}

/** Finds prepared documentation. Single operations and models have pages of their own. */
function preparedPages({ documents = {}, paths, tryOrigin }: DocsOptions) {
  const headersOfPages = pageHeaders({ tryOrigin });
  const files = filePaths(paths);
  const serve = (target: string, text: PreparedText) => {
    const headers = text.mediaType.startsWith('text/html') ? headersOfPages : [];
    return servePrepared(text, { headers, isFinal: files.includes(target) });
  };
  const pages = new Map(Object.entries(documents).map(([target, text]) => [target, serve(target, text)]));
  return (path: string, query?: string): Serve | undefined => {
    const isPart = Object.keys(partIn(query)).length > 0;
    return pages.get(isPart ? `${path}?${query}` : path);
  };
}

/** Answers once the code that makes the pages is loaded. A failure to load it is a bug. */
function lateAnswers(contract: Contract, options: DocsOptions): (path: string, input: RouteInput) => Served {
  let answerOf: ReturnType<MakeAnswers> | undefined;
  const answer = (path: string, input: RouteInput) => defined(defined(answerOf)(path))(input);
  const load = async (path: string, input: RouteInput) => {
    const { docsAnswers, settled } = await import('./answers.ts');
    const ofDocument = await contract.loadServed?.();
    answerOf ??= docsAnswers(contract, options, ofDocument as Parameters<MakeAnswers>[2]);
    return settled(answer(path, input), input.head);
  };
  return (path, input) => {
    const { context } = input;
    const served = answerOf ? answer(path, input) : { reply: load(path, input), abort() {} };
    if ('kind' in served && served.kind === 'reply') return served;
    const reply = served.reply.catch((bug) => {
      if (context.isAborted) return replyTo(stoppedWaiting);
      options.onBug(bug, context.requestId);
      return bugReply();
    });
    return { kind: 'pending', reply, abort: served.abort };
  };
}
