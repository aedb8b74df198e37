import type { Contract } from '../contract/endpoint.ts';
import { once } from '../http/once.ts';
import { type PreparedText, servePrepared } from '../http/prepared.ts';
import { queryReader } from '../http/query.ts';
import { bugReply, type Reply } from '../http/reply.ts';
import { revalidate } from '../http/revalidate.ts';
import type { Route, RouteInput } from '../http/route.ts';
import type { Serve, Served } from '../http/static.ts';
import { defined } from '../text/defined.ts';
import { documentPaths, filePaths } from './addresses.ts';
import type { DocsOptions, MakeAnswers } from './docs-options.ts';
import { pageHeaders } from './headers.ts';
import { isLarge } from './operations.ts';
import { preparedAnswers } from './prepared-only.ts';

const readQuery = once(() => queryReader(['operation', 'view']));

/** The documentation of an app as routes. The code that makes it is loaded when a page is first asked for. */
export function docsRoutes(contract: Contract, options: DocsOptions): Route[] {
  const prepared = preparedPages(contract, options);
  const late = lateAnswers(contract, options);
  return [...documentPaths(options.paths), ...filePaths(options.paths)].map((path) => ({
    method: 'GET',
    path,
    answer(input) {
      return prepared(path, input.query)?.(input.head) ?? late(path, input);
    },
  }));
}

/** Finds what was made before. Of one operation there is a page of its own where there are many. */
function preparedPages(contract: Contract, { documents = {}, paths }: DocsOptions) {
  const files = filePaths(paths);
  const serve = (target: string, text: PreparedText) => {
    const headers = text.mediaType.startsWith('text/html') ? pageHeaders : [];
    return servePrepared(text, { headers, isFinal: files.includes(target) });
  };
  const pages = new Map(Object.entries(documents).map(([target, text]) => [target, serve(target, text)]));
  return (path: string, query?: string): Serve | undefined => {
    const { operation, view } = readQuery()(query);
    const isPart =
      path === paths.refusals
        ? (operation ?? view) !== undefined
        : path === paths.docs && operation !== undefined && isLarge(contract);
    return pages.get(isPart ? `${path}?${query}` : path);
  };
}

/** Answers as soon as the code that makes the pages is loaded. It is a bug where that fails. */
function lateAnswers(contract: Contract, options: DocsOptions): (path: string, input: RouteInput) => Served {
  let answerOf: ReturnType<MakeAnswers> | undefined;
  const answer = (path: string, input: RouteInput) => defined(defined(answerOf)(path))(input);
  const load = async () => {
    const { docsAnswers = preparedAnswers } = await import('#docs');
    answerOf ??= docsAnswers(contract, options);
  };
  return (path, input) => {
    if (answerOf) return answer(path, input);
    const reply = load()
      .then(() => settled(answer(path, input), input))
      .catch((bug) => {
        options.onBug(bug, input.context.requestId);
        return bugReply;
      });
    return { kind: 'pending', reply, abort() {} };
  };
}

async function settled(served: Served, { head }: RouteInput): Promise<Reply> {
  return served.kind === 'pending' ? served.reply : revalidate(served, head.header);
}
