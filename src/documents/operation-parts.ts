import type { Credential } from '../contract/credential.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { isRecord } from '../fields/values.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import { isUnchecked, type ReadBody, readBody } from './body.ts';
import type { FieldReader } from './fields.ts';
import { inspectParameters, inspectRequestBody, securityInspector } from './inspect.ts';
import { type Located, partsOf, within } from './located.ts';
import { type Lazily, lazyShape, readParameters } from './parameters.ts';
import { objectsChecker } from './query-objects.ts';
import type { Report } from './references.ts';
import { isForm, keywordIn, partsOfSchema, requiredNames } from './schema.ts';
import { credentialsOf, keysIn, MAX_SCHEMES, readSecurity, requirementsIn, withinLimit } from './security.ts';

/** The limits on the fields of a form, and on those of all forms of a document together: at the start, each is looked at. */
const MAX_IN_FORM = 10_000;
const MAX_FIELDS = 500_000;

/** What operations are made of. Those that refer to the same part share what is made of it. */
export class OperationParts {
  readonly #reader: FieldReader;
  readonly #report: Report;
  readonly #inspectSecurity: ReturnType<typeof securityInspector>;
  readonly #credentialOf: (name: string) => Credential | undefined;
  readonly #numbers = new Map<unknown, number>();
  readonly #parameters = new Map<string, ReadParameters>();
  readonly #bodies = new Map<unknown, ReadBody>();
  #fieldsLeft = MAX_FIELDS;
  readonly #credentials = new Map<unknown, { readonly credential: Credential | undefined }>();

  constructor(document: Located, reader: FieldReader, report: Report) {
    this.#reader = reader;
    this.#report = report;
    const schemes = within(within(document, 'components'), 'securitySchemes');
    const { references, dialect } = reader;
    this.#inspectSecurity = securityInspector(schemes, references, report);
    this.#credentialOf = credentialsOf(schemes, references, dialect);
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
    return ensure(this.#bodies, requestBody.value, () =>
      ensure(this.#bodies, this.#keyOf(requestBody), () => this.#readBodies(requestBody)),
    );
  }

  #readBodies(requestBody: Located): ReadBody {
    const { references } = this.#reader;
    const tooMany = this.#tooManyFields(requestBody);
    if (tooMany !== undefined) {
      this.#report(requestBody.at, `is not checked: ${tooMany}`);
      return { body: 'unread' };
    }
    const bodies = readBody(requestBody, this.#reader);
    if (isUnchecked(requestBody, bodies, references))
      this.#report(requestBody.at, 'is not checked: it is neither JSON nor a form');
    inspectRequestBody(requestBody, references, this.#report);
    return bodies;
  }

  /** What a body is known by. Forms with the same schema are one, as each field of a form is made on its own. */
  #keyOf(requestBody: Located): unknown {
    const content = partsOf(within(requestBody, 'content'));
    if (content.length === 0 || !content.every(([type]) => isForm(type))) return requestBody.value;
    const schemas = content.map(([type, media]) => [type, this.#numberOf(this.#onlySchemaOf(media))]);
    return JSON.stringify([within(requestBody, 'required').value === true, schemas]);
  }

  /** The schema that a media type refers to, if it says nothing else. */
  #onlySchemaOf(media: Located): unknown {
    const schema = within(media, 'schema');
    const isOnlyReference = isOnly(media, 'schema') && isOnly(schema, '$ref');
    return isOnlyReference ? this.#reader.references.follow(schema).value : media.value;
  }

  /** Says what has too many fields. Each counts once, and once for each pattern that may be one of its schema. */
  #tooManyFields(requestBody: Located): string | undefined {
    for (const [type, media] of partsOf(within(requestBody, 'content'))) {
      if (!isForm(type)) continue;
      const parts = partsOfSchema(within(media, 'schema'), this.#reader.references);
      const [names, patterns] = ['properties', 'patternProperties'].map((keyword) =>
        keywordIn(parts, keyword).reduce((sum, { value }) => sum + Object.keys(Object(value)).length, 0),
      );
      const fields = defined(names) + requiredNames(parts).length;
      const count = parts.length + fields * (1 + defined(patterns));
      this.#fieldsLeft -= count;
      if (count > MAX_IN_FORM) return `it has more than ${MAX_IN_FORM} fields`;
      if (this.#fieldsLeft < 0)
        return `the forms of the document have more than ${MAX_FIELDS} fields together`;
    }
    return undefined;
  }

  /** The credential of an operation, by its own security or else by that of the document. */
  credential(operation: Located, document: Located): Credential | undefined {
    const given = [operation, document].map((each) => within(each, 'security'));
    const [security = { value: undefined, at: '' }] = given.filter(({ value }) => Array.isArray(value));
    for (const { value, at } of given)
      if (value !== undefined && !Array.isArray(value)) this.#report(at, 'is not enforced: it is not a list');
    return this.#credentialIn(security);
  }

  #credentialIn(security: Located): Credential | undefined {
    const make = () => {
      const all = requirementsIn(security);
      const requirements = withinLimit(all);
      if (all.flatMap(({ names }) => names).length > MAX_SCHEMES)
        this.#report(security.at, `has more than ${MAX_SCHEMES} schemes; the others are ignored`);
      this.#inspectSecurity(security, requirements);
      return { credential: readSecurity(requirements, this.#credentialOf, this.#reader.dialect) };
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

/** Tells whether a part has this member, and no other. */
function isOnly({ value }: Located, name: string): boolean {
  return isRecord(value) && Object.keys(value).join() === name;
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
