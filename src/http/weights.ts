import { trim } from '../text/scan.ts';

/**
 * Returns the weight of each item of a header (RFC 9110, 12.4.2), by its name in lower case with its other parameters. A
 * malformed weight counts as 0.
 */
export function weightsOf(list: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of list.toLowerCase().split(',')) {
    const terms = item.split(';').map(trim);
    const weight = terms.findLast((term) => term.startsWith('q='));
    const name = terms.filter((term) => term !== weight).join(';');
    weights.set(name, weight === undefined ? 1 : weightOf(weight));
  }
  return weights;
}

function weightOf(parameter: string): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice('q='.length)) : 0;
}
