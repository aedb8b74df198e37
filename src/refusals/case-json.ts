import type { Case, CaseRequest } from './case.ts';

/** Writes a case as JSON, in one line. A body that is no text is written in Base64. */
export function caseJson({ request, ...others }: Case): string {
  return JSON.stringify({ ...others, request: requestJson(request) });
}

function requestJson({ body, ...others }: CaseRequest) {
  if (body === undefined) return others;
  if (typeof body === 'string') return { ...others, body };
  return { ...others, bodyBase64: btoa(String.fromCharCode(...body)) };
}

/** Writes cases as a JSON list, a line for each, as they are made. */
export function* casesJson(cases: Iterable<Case>): Iterable<string> {
  let start = '[\n';
  for (const each of cases) {
    yield start + caseJson(each);
    start = ',\n';
  }
  yield start === ',\n' ? '\n]\n' : '[]\n';
}
