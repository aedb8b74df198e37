import type { Message } from './message.ts';

/** Headers that only the browser may set (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[\t -~\u0080-\u00ff]*$/;
const REFUSED_METHOD = /^(?:connect|trace|track)$/i;
/** Methods that a browser converts to upper case. */
const RAISED_METHOD = /^(?:delete|get|head|options|post|put)$/i;

/** Lists the parts of a request that a browser can't send as written, in a sentence each. */
export function obstacles(message: Message, root: string): string[] {
  return [...methodObstacles(message), ...targetObstacles(message, root), ...headerObstacles(message)];
}

function methodObstacles({ method, body }: Message): string[] {
  if (!TOKEN.test(method)) return ['The first line has to be a method, a space and a path.'];
  if (REFUSED_METHOD.test(method)) return [`A browser does not send ${method}.`];
  if (RAISED_METHOD.test(method) && method !== method.toUpperCase())
    return [`A browser sends ${method.toUpperCase()} for ${method}.`];
  return body && /^(?:get|head)$/i.test(method) ? [`A browser sends no body with ${method}.`] : [];
}

function targetObstacles({ target }: Message, root: string): string[] {
  if (!target.startsWith('/')) return ['A browser sends only a path that starts with a slash.'];
  const { pathname, search } = addressOf(target, root);
  const sent = pathname + search;
  const wanted = new URL(root).pathname.replace(/\/$/, '') + target;
  return sent === wanted ? [] : [`A browser sends ${sent} for this path.`];
}

/** The address of a path on the service. */
export function addressOf(target: string, root: string): URL {
  return new URL(root.replace(/\/$/, '') + target);
}

function headerObstacles({ headers, text }: Message): string[] {
  const names = headers.map(({ name }) => name.toLowerCase());
  return headers.flatMap(({ name, value, start, end }, at) => {
    const line = text.slice(start, end);
    if (!line.includes(':') || !TOKEN.test(name)) return [`“${line}” is not a header.`];
    if (FORBIDDEN.test(name)) return [`Browsers don’t let pages set ${name}.`];
    if (!VALUE.test(value)) return [`A browser can’t send these characters in ${name}.`];
    return names.indexOf(name.toLowerCase()) < at ? [`A browser sends ${name} only once.`] : [];
  });
}
