import type { Endpoint } from '../contract/endpoint.ts';
import { writeInput } from '../fields/anything.ts';
import { escaped } from '../fields/quote.ts';
import { type Issues, type Path, reason } from '../issues/issue.ts';
import { shapesOf } from './parse.ts';
import { speller } from './spelling.ts';

/** Writes the automatic 422, an entry for each issue: what the contract calls a validation error. */
export type Rejecter = (issues: Issues, source?: string) => string;

/** Compiles the rejecter of one endpoint. */
export function rejecter(endpoint: Endpoint): Rejecter {
  const introduce = introducer(endpoint);
  return ({ all }, source) => {
    const spell = speller(source);
    let text = '';
    let opening = '{"detail":[';
    for (const issue of all) {
      const place = introduce(issue.path);
      text += `${opening}{"type":"${issue.wire}",${place}${escaped(reason(issue))}","input":`;
      text += writeInput(spell(issue));
      opening = '},';
    }
    return `${text}}]}`;
  };
}

/**
 * Gives what an entry says between its type and the reason: `"loc":["body","age"],"msg":"Age: `. What the contract declares is
 * put into words once, what is deeper inside of it each time.
 */
function introducer(endpoint: Endpoint): (path: Path) => string {
  const known = new Map<unknown, ReadonlyMap<unknown, string>>();
  for (const [part, shape = {}] of Object.entries(shapesOf(endpoint)))
    known.set(part, new Map(Object.keys(shape).map((name) => [name, introduction([part, name])])));
  return (path) => (path.length === 2 && known.get(path[0])?.get(path[1])) || introduction(path);
}

function introduction(path: Path): string {
  return JSON.stringify({ loc: path, msg: `${label(path)}: ` }).slice(1, -2);
}

/** What people call the value at this path: the name of its field, capitalised. */
function label(path: Path): string {
  const name = String(path.findLast((key) => typeof key === 'string'));
  return name === 'url' ? 'URL' : name.charAt(0).toUpperCase() + name.slice(1);
}
