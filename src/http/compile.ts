import type { AnyHandler, Endpoint } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import { Issues } from '../errors/issue.ts';
import type { Values } from '../fields/values.ts';
import { isPromise } from '../text/guards.ts';
import type { ErrorFormat } from './error-format.ts';
import { bodyTooLarge, type Limits } from './limits.ts';
import { parser } from './parse.ts';
import { type PendingOptions, pending } from './pending.ts';
import type { RawBody } from './raw-body.ts';
import { bodyReader, brokenOff, declaredLength } from './read-body.ts';
import { credentialReader, partsReader, type RawParts } from './read-parts.ts';
import { replier } from './replier.ts';
import { type Reply, replyTo } from './reply.ts';
import type { RequestContext } from './request.ts';
import type { Route } from './route.ts';
import type { PendingReply } from './types.ts';

/** The options that the endpoints of an app share. */
export interface CompileOptions extends PendingOptions {
  readonly limits: Limits;
  readonly errors: ErrorFormat;
  /** The way to read bodies: strictly, or as FastAPI does. */
  readonly values: Values;
}

/** A request, complete except for its body. */
interface Received {
  readonly raw: RawParts;
  readonly credential: unknown;
  readonly context: RequestContext;
}

/** Makes the route of an endpoint, which reads, parses, handles and replies. */
export function compileEndpoint(endpoint: Endpoint, handle: AnyHandler, options: CompileOptions): Route {
  const { limits } = options;
  const readParts = partsReader(endpoint);
  const readCredential = credentialReader(endpoint.credential);
  const body = bodyReader(endpoint.body, limits, options.values);
  // FastAPI reads the body before it looks for a credential, so a malformed body is refused first.
  const isBodyFirst = body !== undefined && options.values === 'fastapi';
  const parse = parser(endpoint);
  const reply = replier(endpoint, options.errors);
  const overflow = () => replyTo(bodyTooLarge(limits));
  const breakOff = () => replyTo(brokenOff);

  /** Continues with a request once its body, if it needs one, has arrived. */
  function conclude(received: Received, read?: RawBody): Reply | PendingReply<Reply> {
    const { raw, credential, context } = received;
    const result = isPromise(credential)
      ? credential.then((value) => respond(raw, value, context, read))
      : respond(raw, credential, context, read);
    return isPromise(result) ? pending(result, context, options) : result;
  }

  function respond(
    raw: RawParts,
    credential: unknown,
    context: RequestContext,
    read?: RawBody,
  ): Reply | Promise<Reply> {
    if (credential instanceof Refusal) return replyTo(credential);
    const input = parse(raw, read?.value, credential);
    if (input instanceof Issues) return reply.reject(input, read);
    const output = handle(input, context);
    return isPromise(output) ? output.then((value) => finish(value, read)) : finish(output, read);
  }

  function finish(output: unknown, read?: RawBody): Reply {
    return output instanceof Refusal ? reply.refuse(output, read?.source) : reply.accept(output);
  }

  return {
    method: endpoint.method,
    path: endpoint.path,
    answer(input) {
      const { head, context } = input;
      const raw = readParts(input);
      if (raw instanceof Refusal) return replyTo(raw);
      const credential = readCredential?.(input);
      if (credential instanceof Refusal && !isBodyFirst) return replyTo(credential);
      const received = { raw, credential, context };
      if (!body) return conclude(received);
      const refused = body.unsupported(head.header);
      if (refused && declaredLength(head.header) > 0) return replyTo(refused);
      return {
        kind: 'body',
        limit: limits.body,
        complete(bytes) {
          const read = (bytes.length > 0 && refused) || body.read(bytes, head.header);
          if (read instanceof Refusal) return replyTo(read);
          return read.value instanceof Issues ? reply.reject(read.value) : conclude(received, read);
        },
        overflow,
        brokenOff: breakOff,
      };
    },
  };
}
