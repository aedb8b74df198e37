import { shareInstances } from '../text/share-instances.ts';

/** An output with headers. */
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

/** Accepts a request with a body and the headers that the endpoint declares. */
export function reply<Body, Headers>(
  body: Body,
  { headers }: { readonly headers: Headers },
): HandlerReply<Body, Headers> {
  return new HandlerReply(body, headers);
}
