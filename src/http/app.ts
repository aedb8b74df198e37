import type { Contract, Endpoint } from '../contract/endpoint.ts';
import type { Handler, Handlers } from '../contract/handler.ts';
import { Refusal } from '../contract/refusal.ts';
import { docsRoutes } from '../docs/routes.ts';
import { compileEndpoint } from './compile.ts';
import { type Cors, corsPolicy } from './cors.ts';
import type { PageFiles } from './file.ts';
import { health } from './health.ts';
import { requestId } from './id.ts';
import { bodyTooLarge, type Limits, limitsOf } from './limits.ts';
import { matcher } from './match.ts';
import { declaredLength } from './read.ts';
import { bugReply, type Reply, replyTo } from './reply.ts';
import type { HeaderLookup, RequestHead } from './request.ts';
import { revalidate } from './revalidate.ts';
import { splitTarget } from './target.ts';
import type { App, PendingBody, ReplyWithId } from './types.ts';

export interface AppOptions {
  readonly limits?: Partial<Limits>;
  /** Which web pages may read replies; unless set, all. */
  readonly cors?: Cors;
  /** Whether more requests are welcome, for whoever asks at `/readyz`. */
  readonly isReady?: () => boolean;
  /** The files of the page at `/docs`; without them it is a plain list. */
  readonly pageFiles?: PageFiles;
  /** Is told of exceptions, and in which request: whatever is thrown in here is a bug of ours. */
  readonly onBug?: (bug: unknown, requestId: string) => void;
}

/** Makes the service that a contract describes. */
export function createApp<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  options: AppOptions = {},
): App {
  const { isReady = () => true, pageFiles = { files: [] }, onBug = () => {} } = options;
  const limits = limitsOf(options.limits);
  const granted = corsPolicy(options.cors ?? '*');
  const app: App = {
    limits,
    receive(head) {
      const id = requestId(head.header('x-request-id'));
      const name = (reply: Reply) => named(reply, id, head.header);
      const reply = orBug(id, () => answer(head));
      if (!('complete' in reply)) return name(reply);
      return {
        limit: reply.limit,
        complete: (body) => name(orBug(id, () => reply.complete(body))),
        overflow: () => name(reply.overflow()),
        brokenOff: () => name(reply.brokenOff()),
      };
    },
    finish: (reply, header = () => undefined) => named(reply, requestId(header('x-request-id')), header),
    routeOf: (target) => routes.pathOf(splitTarget(target).path),
  };
  const described = docsRoutes(contract, app, pageFiles);
  const endpoints = Object.entries(contract).map(([name, endpoint]) =>
    compileEndpoint(endpoint, handlers[name] as Handler<Endpoint>, {
      self: { contract, page: described.page },
      limits,
    }),
  );
  const routes = matcher([...endpoints, ...described.routes, ...health(isReady)], granted.preflight);

  function answer(head: RequestHead): Reply | PendingBody<Reply> {
    const target = splitTarget(head.target);
    const found = routes.choose(head.method, target);
    if (found instanceof Refusal) return replyTo(found);
    if (!('row' in found)) return found;
    if (declaredLength(head.header) > limits.body) return replyTo(bodyTooLarge(limits));
    const reply = found.row.answer({ head, segments: found.params, query: target.query });
    return 'complete' in reply ? reply : revalidate(reply, head.header);
  }

  /** The only way out: the reply with what every reply carries. */
  function named<R extends Reply>(
    { status, headers, body }: R,
    id: string,
    header: HeaderLookup,
  ): ReplyWithId<R> {
    return { status, headers: `${headers}${granted.reply(header)}X-Request-Id: ${id}\r\n`, body, id };
  }

  function orBug<Answer>(id: string, act: () => Answer): Answer | Reply {
    try {
      return act();
    } catch (bug) {
      onBug(bug, id);
      return bugReply;
    }
  }

  return app;
}
