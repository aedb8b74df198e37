import type { Case, CaseRequest } from './case.ts';

/** Writes a case as one line of JSON. A body of bytes is written in Base64. */
export function caseJson({ request, ...others }: Case): string {
  return JSON.stringify({ ...others, request: requestJson(request) });
}

function requestJson({ body, ...others }: CaseRequest) {
  if (body === undefined) return others;
  if (typeof body === 'string') return { ...others, body };
  return { ...others, bodyBase64: btoa(String.fromCharCode(...body)) };
}

/** Writes cases as a JSON list, one line each, as they are generated. */
export function* casesJson(cases: Iterable<Case>): Iterable<string> {
  let start = '[\n';
  for (const each of cases) {
    yield start + caseJson(each);
    start = ',\n';
  }
  yield start === ',\n' ? '\n]\n' : '[]\n';
}
