import type { Credential } from '../contract/credential.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ensure } from '../text/memo.ts';
import { isUnchecked, type ReadBody, readBody } from './body.ts';
import type { FieldReader } from './fields.ts';
import { inspectParameters, inspectRequestBody, inspectSecurity } from './inspect.ts';
import { type Located, within } from './located.ts';
import { type Lazily, lazyShape, readParameters } from './parameters.ts';
import { objectsChecker } from './query-objects.ts';
import type { Report } from './references.ts';
import { keysIn, readSecurity } from './security.ts';

/** What operations are made of. Those that refer to the same part share what is made of it. */
export class OperationParts {
  readonly #reader: FieldReader;
  readonly #report: Report;
  readonly #schemes: Located;
  readonly #numbers = new Map<unknown, number>();
  readonly #parameters = new Map<string, ReadParameters>();
  readonly #bodies = new Map<unknown, ReadBody>();
  readonly #credentials = new Map<unknown, { readonly credential: Credential | undefined }>();

  constructor(document: Located, reader: FieldReader, report: Report) {
    this.#reader = reader;
    this.#report = report;
    this.#schemes = within(within(document, 'components'), 'securitySchemes');
  }

  /** The parameters of a path and of its operation, other than those that the credential reads. */
  parameters(lists: readonly Located[], credential: Credential | undefined): ReadParameters {
    const keys = [...lists.map(({ value }) => value), credential].map((part) => this.#numberOf(part));
    return ensure(this.#parameters, keys.join(' '), () => this.#readParameters(lists, credential));
  }

  #numberOf(part: unknown): number {
    return ensure(this.#numbers, part, () => this.#numbers.size);
  }

  #readParameters(lists: readonly Located[], credential: Credential | undefined): ReadParameters {
    const { references, dialect, exact } = this.#reader;
    const { path, query, header, cookie, objects, parameters } = readParameters(
      lists,
      this.#reader,
      this.#report,
    );
    inspectParameters(lists, { dialect, isExact: exact !== undefined }, references, this.#report);
    const names = [...Object.keys(query), ...keysIn('query', credential)];
    const shapes = {
      ...shapeOf('query', unlessTaken(query, 'query', credential)),
      ...(exact && objects.length > 0 && { checkQuery: objectsChecker(objects, names, exact) }),
      ...shapeOf('headers', unlessTaken(header, 'header', credential)),
      ...shapeOf('cookies', unlessTaken(cookie, 'cookie', credential)),
    };
    return { params: path, shapes, parameters };
  }

  bodies(requestBody: Located): ReadBody {
    return ensure(this.#bodies, requestBody.value, () => {
      const { references } = this.#reader;
      const bodies = readBody(requestBody, this.#reader);
      if (isUnchecked(requestBody, bodies, references))
        this.#report(requestBody.at, 'is not checked: it is neither JSON nor a form');
      inspectRequestBody(requestBody, references, this.#report);
      return bodies;
    });
  }

  credential(security: Located): Credential | undefined {
    const make = () => {
      const { references, dialect } = this.#reader;
      inspectSecurity(security, this.#schemes, references, this.#report);
      return { credential: readSecurity(security, this.#schemes, references, dialect) };
    };
    return ensure(this.#credentials, security.value, make).credential;
  }
}

/** The parameters that a request must have in its path, and what an endpoint says of the others. */
interface ReadParameters {
  readonly parameters: readonly Located[];
  readonly params: Lazily;
  readonly shapes: Pick<Endpoint, 'query' | 'headers' | 'cookies' | 'checkQuery'>;
}

export function shapeOf(part: 'params' | 'query' | 'headers' | 'cookies', entries: Lazily) {
  return Object.keys(entries).length > 0 ? { [part]: lazyShape(entries) } : {};
}

/** Leaves out the parameter that the credential reads. Of headers that differ only in case, the last one is kept. */
function unlessTaken(entries: Lazily, part: string, credential: Endpoint['credential']): Lazily {
  const keyOf = (name: string) => (part === 'header' ? name.toLowerCase() : name);
  const taken = credential?.in === part ? keyOf(credential.name) : undefined;
  const byKey = new Map(Object.entries(entries).map((entry) => [keyOf(entry[0]), entry] as const));
  if (taken !== undefined) byKey.delete(taken);
  return Object.fromEntries(byKey.values());
}
