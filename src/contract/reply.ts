import { shareInstances } from '../text/share-instances.ts';

/** The output of a handler that also sets headers. */
export class HandlerReply<Body = unknown, Headers = unknown> {
  static {
    shareInstances(HandlerReply, 'HandlerReply');
  }

  readonly body: Body;
  readonly headers: Headers;

  constructor(body: Body, headers: Headers) {
    this.body = body;
    this.headers = headers;
  }
}

/** Makes a reply of a body and the headers that the endpoint declares, for a handler to return. */
export function reply<Body, Headers>(
  body: Body,
  { headers }: { readonly headers: Headers },
): HandlerReply<Body, Headers> {
  return new HandlerReply(body, headers);
}
