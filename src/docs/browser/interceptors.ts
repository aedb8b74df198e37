/** What Swagger UI leaves to be done to requests on their way out, and to responses on their way in. */

interface Outgoing {
  readonly url: string;
  readonly headers: Record<string, string>;
}

interface Incoming {
  readonly url: string;
  duration?: number;
}

const started = new Map<string, number>();

/** A credential that names a scheme is sent as it is: Swagger UI would put `Bearer` before that of another one, too. */
export function requestInterceptor(request: Outgoing): Outgoing {
  const { Authorization } = request.headers;
  if (Authorization) request.headers.Authorization = Authorization.replace(/^Bearer (?=\S+ )/, '');
  started.set(request.url, performance.now());
  return request;
}

/** Swagger UI measures only what is accepted. */
export function responseInterceptor(response: Incoming): Incoming {
  response.duration = Math.round(performance.now() - (started.get(response.url) ?? 0));
  return response;
}
