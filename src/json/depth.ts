import { nesting, stepEnd } from './scan.ts';

/** Whether arrays and objects are nested more than `limit` deep. Needs no valid JSON: it is asked before parsing. */
export function depthExceeds(json: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at = stepEnd(json, at)) {
    depth += nesting(json.charCodeAt(at));
    if (depth > limit) return true;
  }
  return false;
}
