import { nesting, stepEnd } from './scan.ts';

/** Whether arrays and objects are nested more than `limit` deep. Needs no valid JSON: it is asked before parsing. */
export function depthExceeds(json: string, limit: number): boolean {
  return opensMoreThan(json, limit) && deepensBeyond(json, limit);
}

/** Whether there are so many opening brackets at all, be they in strings. Most texts need no closer look. */
function opensMoreThan(json: string, limit: number): boolean {
  let count = 0;
  for (const bracket of '[{') {
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      count++;
      if (count > limit) return true;
    }
  }
  return false;
}

function deepensBeyond(json: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at = stepEnd(json, at)) {
    depth += nesting(json.charCodeAt(at));
    if (depth > limit) return true;
  }
  return false;
}
