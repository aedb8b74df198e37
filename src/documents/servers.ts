import { isBasePath } from '../contract/path.ts';
import { itemsOf, type Located, partsOf, textIn, within } from './located.ts';
import type { References } from './references.ts';

/** The base paths of all servers of a document, of its paths and of their operations, each once; the empty one is left out. */
export function basePathsOf(document: Located, references: References): readonly string[] {
  const holders = [document];
  for (const [, part] of partsOf(within(document, 'paths'))) {
    const item = references.follow(part);
    holders.push(item);
    for (const [, operation] of partsOf(item)) holders.push(operation);
  }
  const servers = holders.flatMap((each) => itemsOf(within(each, 'servers')));
  return [...new Set(servers.map(basePathOf))].filter((path) => path !== '' && isBasePath(path));
}

/** The path of a server's URL, with the defaults of its variables. */
function basePathOf(server: Located): string {
  const variables = within(server, 'variables');
  const url = (textIn(server, 'url') ?? '').replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => textIn(within(variables, name), 'default') ?? '',
  );
  const [path = ''] = url.replace(ORIGIN, '').split(/[?#]/, 1);
  return encodeURI(`/${path}`).replace(/%25/g, '%').replace(/\/+/g, '/').replace(/\/$/, '');
}

/** A scheme and a host, either of which may be empty if it is a variable without a default; or the dots of a relative URL. */
const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*|^:\/\/[^/?#]*|^(?:\.{1,2}\/)+|^\.{1,2}$/i;
