import { Refusal } from '../../contract/outcome.ts';
import { linesOf } from '../lines.ts';
import { phraseOf } from '../phrases.ts';
import { errorReply, NO_STORE, NOSNIFF, type TextReply } from '../reply.ts';

/** The meanings of statuses that come from a gateway, or from a service that cannot answer now. */
const sentences: Readonly<Record<number, string>> = {
  429: 'There are too many requests; wait before the next one.',
  500: 'The service has failed.',
  502: 'The gateway got no valid answer from the service.',
  503: 'The service can’t answer now; try again later.',
  504: 'The gateway got no answer from the service in time.',
};

/** The seconds after which a client should try again. */
const RETRY_AFTER = '1';

/** The headers that belong to a status (RFC 9110, 15.5 and 15.6; RFC 6585). */
const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  405: { Allow: '' },
  407: { 'Proxy-Authenticate': 'Basic' },
  426: { Upgrade: 'TLS/1.2' },
  429: { 'Retry-After': RETRY_AFTER },
  503: { 'Retry-After': RETRY_AFTER },
};

/** Returns the header lines that belong to a status. */
export function linesFor(status: number): string {
  return linesOf(...Object.entries(headersOf[status] ?? {}).flat());
}

/** Makes a reply with a status that the request did not cause. */
export function gatewayReply(status: number, isPage = false): TextReply {
  const phrase = phraseOf(status);
  if (isPage) return pageReply(status, phrase);
  const refusal = new Refusal(status, phrase, headersOf[status]);
  return errorReply(refusal, JSON.stringify(phrase), sentences[status] ?? phrase);
}

/** Makes a page, which gateways send whatever the client accepts. */
function pageReply(status: number, phrase: string): TextReply {
  const title = `${status} ${phrase}`;
  return {
    kind: 'reply',
    status,
    headers: linesOf('Content-Type', 'text/html') + NOSNIFF + NO_STORE + linesFor(status),
    body: `<!doctype html>
<html>
<head><title>${title}</title></head>
<body>
<center><h1>${title}</h1></center>
<hr><center>gateway</center>
</body>
</html>
`,
  };
}
