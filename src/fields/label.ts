import { Issues, type Path } from '../errors/issue.ts';

/** The option that names a field in messages. */
export interface LabelOption {
  /** The name in messages, `URL` in `URL: must be …`; by default the name under which it is sent, capitalized. */
  readonly label?: string | undefined;
}

/** Adds a label to the result of a field, if it is not a value; `place` is where the paths of its issues begin. */
export function labelled<Value>(result: Value | Issues, label: string, place?: Path): Value | Issues {
  return result instanceof Issues ? labelledIssues(result, label, place) : result;
}

/**
 * Adds a label to the issues of a value and of its items, which have no names. Issues of its properties are named after those.
 */
export function labelledIssues(issues: Issues, label: string | undefined, place: Path = []): Issues {
  if (label === undefined) return issues;
  return issues.map((issue) => {
    const inside = issue.source.slice(place.length);
    const isOwn = issue.label === undefined && !inside.some((key) => typeof key === 'string');
    return isOwn ? issue.with({ label }) : issue;
  });
}
