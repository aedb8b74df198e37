import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { requestsOf, type ServiceRequest } from './_requests.ts';

/** The recorded reply of a service, and ours to the same request. */
export interface Compared {
  readonly request: ServiceRequest;
  readonly expected: string;
  readonly given: string;
}

interface Recorded {
  readonly document: unknown;
  readonly distinct: readonly string[];
  readonly answers: readonly (number | null)[];
}

/** Sends every recorded request to the app of a document. */
export function compare(service: string): Compared[] {
  const { document, distinct, answers } = read(service);
  const core = fromDocument(document)[hosting].build();
  return requestsOf(document).flatMap((request, at) => {
    const expected = distinct[answers[at] ?? -1];
    if (expected === undefined) return [];
    const { method, path: target, body } = request;
    const { status, body: told } = inject(core, { method, target, headers: joined(request), body });
    return [{ request, expected, given: answerOf(status, told) }];
  });
}

/** The document that FastAPI wrote of a service. */
export function documentOf(service: string): unknown {
  return read(service).document;
}

function read(service: string): Recorded {
  const packed = readFileSync(new URL(`recorded/${service}.json.gz`, import.meta.url));
  return JSON.parse(gunzipSync(packed).toString());
}

/** Joins headers of one name, as servers do. */
function joined({ headers }: ServiceRequest): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of headers) all[name] = all[name] === undefined ? value : `${all[name]}, ${value}`;
  return all;
}

function answerOf(status: number, body: string): string {
  if (status !== 422) return String(status);
  const { detail }: { detail: { loc: (string | number)[]; type: string }[] } = JSON.parse(body);
  const entries = new Set(detail.map(({ loc, type }) => `${loc.join('.')}:${type}`));
  return `422 ${[...entries].sort().join(' ')}`;
}
