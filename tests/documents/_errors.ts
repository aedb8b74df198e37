import type { Case } from '../../src/cases/case.ts';
import { casesOf } from '../../src/cases/cases.ts';
import { fieldErrors } from '../../src/client/index.ts';
import { isJson } from '../../src/documents/schema.ts';
import { pathOf as asRead } from '../../src/errors/bodies/path.ts';
import type { Issue } from '../../src/errors/issue.ts';
import { type Validators, validatorsOf } from '../openapi/_declared.ts';
import { documents, read, type Served, send, serve, sizeOf } from './_documents.ts';

/** The errors with which the operations of documents answer, held against what each declares. */

/** The result for one invalid request. */
export interface Verdict {
  readonly document: string;
  readonly operation: string;
  readonly status: number;
  readonly body: string;
  /** What is wrong with the reply by the schema that is declared for it; undefined if nothing is declared that could be checked. */
  readonly mistake: string | undefined;
  /** True if it is not in the format of FastAPI. */
  readonly isOwn: boolean;
  /** True if a schema is declared for it. */
  readonly isChecked: boolean;
  /** The fields that are named as wrong, but are right. */
  readonly wrongFields: readonly string[];
  /** True if one of the invalid values is named, or all there is to be said is. */
  readonly isNamed: boolean;
}

/** The first document of each maker that is not too large, of every nth maker. */
export function documentsOfMakers(each: number): readonly string[] {
  const byMaker = new Map<string, string>();
  for (const name of documents(1)) {
    const maker = (name.split('/')[0] ?? '').replace(/\.json$/, '');
    if (!byMaker.has(maker) && sizeOf(name) < MAX_SIZE) byMaker.set(maker, name);
  }
  return [...byMaker.values()].filter((_, at) => at % each === 0);
}

const MAX_SIZE = 500_000;

/** Sends each operation of a document one invalid request, if it declares errors of its own for that. */
export function verdictsOf(name: string, most = 10): readonly Verdict[] {
  const served = serve(name);
  const validators = validatorsOf(read(name));
  const found: Verdict[] = [];
  for (const operation of Object.keys(served.app.contract.endpoints)) {
    const refused = firstRefused(served, operation);
    if (found.length === most) break;
    const verdict = refused && verdictOf(name, refused, served, validators);
    if (verdict) found.push(verdict);
  }
  return found;
}

/** The cases to search for one with an invalid value. */
const MAX_CASES = 50;

function firstRefused({ subject }: Served, operation: string): Case | undefined {
  let left = MAX_CASES;
  for (const each of casesOf(subject, operation)) {
    if (each.kind === 'refused' && subject.inject(each.request)?.issues) return each;
    if (--left === 0) return undefined;
  }
  return undefined;
}

function verdictOf(
  document: string,
  refused: Case,
  served: Served,
  validators: Validators,
): Verdict | undefined {
  const { status, headers, body, issues } = send(served, refused);
  const endpoint = served.app.contract.endpoints[refused.operation ?? ''];
  if (!endpoint) return undefined;
  const [, type = ''] = /^Content-Type: ([^\r]*)/m.exec(headers) ?? [];
  const declared = validators(endpoint.path, endpoint.method, status, type);
  if (declared === undefined) return undefined;
  const value = isJson(type) ? (JSON.parse(body) as unknown) : body;
  const mistake =
    typeof declared === 'string'
      ? declared
      : declared === true || declared(value)
        ? undefined
        : JSON.stringify(declared.errors?.slice(0, 2));
  const paths = (issues?.all ?? []).map(pathOf);
  const named = Object.keys(fieldErrors(value)).filter((path) => path !== '');
  const isTrue = (path: string) => paths.some((each) => isSame(each, path));
  return {
    document,
    operation: refused.operation ?? '',
    status,
    body,
    mistake,
    isOwn: !body.startsWith('{"detail":[{"type"'),
    isChecked: typeof declared === 'function',
    wrongFields: named.filter((path) => !isTrue(path)),
    isNamed: named.some(isTrue),
  };
}

/** The path of a value as the reader writes it. */
function pathOf({ source }: Issue): string {
  return asRead(source.slice(1).join('.'));
}

/** JSON:API leaves out what is around attributes, and so does the reader. */
function isSame(path: string, named: string): boolean {
  return path === named || path.endsWith(`.${named}`);
}
