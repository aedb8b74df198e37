import { attempt } from './attempt.ts';
import { PART, WHOLE } from './vocabulary.ts';

/**
 * Writes the path of a field in one notation, `items.0.qty`, whichever it came in: `items[0].qty`, `/items/0/qty`, `$.items[0].qty`
 * or a list of steps. The part of the request and what a framework puts around its fields are left out.
 */
export function pathOf(place: string | readonly unknown[], isLocation?: boolean): string {
  if (typeof place !== 'string') return withoutPart(place.flatMap(stepOf), isLocation).join('.');
  if (WHOLE.test(place)) return '';
  if (place.startsWith('#')) return pointerSteps(place.slice(1)).join('.');
  // JSON:API puts attributes and relationships into objects of their own.
  const shown = place.replace(/^\/data\/(?:attributes|relationships)(?=\/)/, '');
  return withoutMethod(withoutPart(/^[\w-]*\//.test(shown) ? pointerSteps(shown) : namedSteps(shown))).join(
    '.',
  );
}

/** Joins a path to the path of what contains it, unless it starts there itself. */
export function join(base: string, path: string): string {
  if (!base || `${path}.`.startsWith(`${base}.`)) return path;
  return path ? `${base}.${path}` : base;
}

/** Returns a step of a list: a name, an index, or the key of an object. */
function stepOf(step: unknown): readonly string[] {
  const name = typeof step === 'object' && step !== null && 'key' in step ? step.key : step;
  return typeof name === 'string' || typeof name === 'number' ? [`${name}`] : [];
}

/** The steps of a JSON pointer; in a URI fragment, they are percent-encoded (RFC 6901, 6). */
function pointerSteps(pointer: string): readonly string[] {
  const steps = pointer.replace(/^\//, '').split('/');
  return steps.map((step) =>
    (attempt(() => decodeURIComponent(step)) ?? step).replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}

/** The steps of `$.items[0].qty` or `items[0]['qty']`. */
function namedSteps(place: string): readonly string[] {
  return place.split(/\[["']?|["']?\]|\./).filter((step) => step && step !== '$');
}

function withoutPart(steps: readonly string[], isLocation?: boolean): readonly string[] {
  const [part = '', ...rest] = steps;
  return PART.test(part) && (isLocation || rest.length > 0) ? rest : steps;
}

const METHOD = /^(?:add|create|register|save|update)(?![^A-Z])/;

/** Leaves out the method and its argument, which Jakarta Validation puts before the path: `create.user.email`. */
function withoutMethod(steps: readonly string[]): readonly string[] {
  const [method = '', argument = '0'] = steps;
  return METHOD.test(method) && !/^\d/.test(argument) ? steps.slice(steps.length > 2 ? 2 : 1) : steps;
}
