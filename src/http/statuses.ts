/** The name of a status, and its meaning. */
export interface Status {
  readonly name: string;
  readonly meaning: string;
  /** True if the reply needs no endpoint. */
  readonly isGeneral?: true;
}

/** Every status that the service replies with, at any endpoint. */
export const statuses: Readonly<Record<number, Status>> = {
  200: { name: 'OK', meaning: 'Everything is in order.' },
  201: { name: 'Created', meaning: 'Everything is in order, and would have been created.' },
  400: {
    name: 'Bad Request',
    meaning: 'The request is malformed, or a value is missing or invalid.',
  },
  401: {
    name: 'Unauthorized',
    meaning: 'The credential is missing or invalid; WWW-Authenticate says what would do.',
  },
  404: { name: 'Not Found', meaning: 'There is no such path.' },
  405: {
    name: 'Method Not Allowed',
    meaning: 'The path is there, but not with this method; Allow says with which.',
  },
  408: {
    name: 'Request Timeout',
    meaning: 'The request is too slow.',
    isGeneral: true,
  },
  413: { name: 'Content Too Large', meaning: 'The body is too large.' },
  414: {
    name: 'URI Too Long',
    meaning: 'The path and query are too long.',
    isGeneral: true,
  },
  415: { name: 'Unsupported Media Type', meaning: 'The body is not JSON, or it is encoded.' },
  417: {
    name: 'Expectation Failed',
    meaning: 'The client expects what the service can’t do.',
    isGeneral: true,
  },
  422: { name: 'Unprocessable Content', meaning: 'A value is missing or invalid.' },
  431: {
    name: 'Request Header Fields Too Large',
    meaning: 'The headers are too large or too many.',
    isGeneral: true,
  },
  500: {
    name: 'Internal Server Error',
    meaning: 'The service has a bug; the cause is printed where it runs.',
    isGeneral: true,
  },
  501: {
    name: 'Not Implemented',
    meaning: 'The method or the transfer coding is not known.',
    isGeneral: true,
  },
  503: {
    name: 'Service Unavailable',
    meaning: 'The service is stopping, and says so at /readyz.',
    isGeneral: true,
  },
  505: {
    name: 'HTTP Version Not Supported',
    meaning: 'The request is neither HTTP/1.1 nor HTTP/1.0.',
    isGeneral: true,
  },
};

/** Returns the name of a status, or `otherwise` for an unknown one. */
export function nameOfStatus(status: number, otherwise = ''): string {
  return statuses[status]?.name ?? otherwise;
}
