import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Handler, Handlers } from '../handlers/handler.ts';
import { documents, type PageFiles } from './documents.ts';
import type { App, AwaitBody } from './exchange.ts';
import { named, requestId } from './id.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { matcher } from './match.ts';
import { declaredLength, tooLarge } from './read.ts';
import { bugReply, type Reply, replyTo } from './reply.ts';
import type { RequestHead } from './request.ts';
import { serve } from './serve.ts';
import { splitTarget } from './target.ts';

export interface AppOptions {
  readonly limits?: Limits;
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
  const { limits = defaultLimits, pageFiles = () => undefined, onBug = () => {} } = options;
  const app: App = {
    receive(head) {
      const id = requestId(head.header('x-request-id'));
      const reply = orBug(id, () => answer(head));
      if (!('complete' in reply)) return named(reply, id);
      return {
        limit: reply.limit,
        complete: (body) =>
          named(
            orBug(id, () => reply.complete(body)),
            id,
          ),
        overflow: () => named(reply.overflow(), id),
        brokenOff: () => named(reply.brokenOff(), id),
      };
    },
  };
  const endpoints = Object.entries(contract).map(([name, endpoint]) =>
    serve(endpoint, handlers[name] as Handler<Endpoint>, { contract, limits }),
  );
  const match = matcher([...endpoints, ...documents(contract, app, pageFiles)]);

  function answer(head: RequestHead): Reply | AwaitBody {
    const target = splitTarget(head.target);
    const found = match(head.method, target);
    if (found instanceof Refusal) return replyTo(found);
    if (!('row' in found)) return found;
    if (declaredLength(head.header) > limits.body) return replyTo(tooLarge(limits));
    return found.row.answer({ head, segments: found.params, query: target.query });
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
