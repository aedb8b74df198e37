/** The meaning of each status with which the service itself refuses. */
export const meanings: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or a value is missing or invalid.',
  401: 'The credential is missing or invalid; WWW-Authenticate names the scheme to use.',
  404: 'There is no such path.',
  405: 'The path exists, but does not support this method; Allow lists those that it supports.',
  408: 'The request is too slow.',
  413: 'The body is too large.',
  414: 'The path and query are too long.',
  415: 'The body is of another type, or it is encoded.',
  417: 'The service can’t meet the Expect header of the request.',
  422: 'A value is missing or invalid.',
  431: 'The headers are too large or too many.',
  500: 'The service has a bug; the cause is printed where it runs.',
  501: 'The method or the transfer coding is not known.',
  503: 'The service is stopping, and says so at /readyz.',
  505: 'The request is neither HTTP/1.1 nor HTTP/1.0.',
};
