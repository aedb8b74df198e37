import { operationsOf, subjectOf } from '../cases/cases.ts';
import { acceptedRequest } from '../cases/changes.ts';
import { curlOf } from '../cases/curl.ts';
import { assemble } from '../cases/request.ts';
import type { Hosting } from '../http/hosting.ts';

/** What a terminal shows once an app is served: requests to begin with. */

/** The most operations that are shown. */
const MAX_SHOWN = 20;

/** Writes how many operations there are, where they are documented, and a request to each of the first. */
export function welcome(app: Hosting, origin: string): string {
  const all = (app.parts ?? [app]).flatMap((part) =>
    Array.from(operationsOf(subjectOf(part)).values(), ({ operation }) => ({
      ...operation,
      basePath: part.basePath,
    })),
  );
  const { docs } = app.paths;
  const where = docs === undefined ? '' : `; read and try them at ${origin}${docs}`;
  const count = `${all.length} ${all.length === 1 ? 'operation' : 'operations'}${where}`;
  const lines = all.slice(0, MAX_SHOWN).map((operation) => {
    const { endpoint, basePath } = operation;
    const request = assemble(endpoint, acceptedRequest(operation), basePath);
    const isLink = request.method === 'GET' && Object.keys(request.headers).length === 0;
    const url = origin + request.target;
    const command = curlOf(origin, request);
    return `${request.method.padEnd(METHOD_COLUMNS)} ${isLink || HAS_CONTROLS.test(command) ? url : command}`;
  });
  const more = all.length > MAX_SHOWN ? [`… and ${all.length - MAX_SHOWN} more`] : [];
  return `${[count, ...lines, ...more].join('\n')}\n`;
}

const METHOD_COLUMNS = 'OPTIONS'.length;

/** Characters that a terminal would obey. */
const HAS_CONTROLS = /\p{Cc}/u;
