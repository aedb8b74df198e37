import type { AnyField, JsonSchema, Side } from '../fields/field.ts';
import { Definitions } from '../fields/field.ts';
import { PROBLEM_TYPE } from '../http/negotiate.ts';
import type { EntryTypes } from './entry-types.ts';
import { problemDetails, problemEntry } from './problem.ts';

/** The schemas of a document. Those with a name are components, used by reference. */
export class Schemas {
  readonly #definitions = new Definitions('#/components/schemas/');
  readonly #types: EntryTypes;

  constructor(types: EntryTypes) {
    this.#types = types;
  }

  /** All schemas with a name. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return this.#definitions.all;
  }

  describe(field: AnyField, side: Side): JsonSchema {
    return field.describe(side, this.#definitions);
  }

  /** An error whose detail is a sentence. */
  errorMessage(): JsonSchema {
    return this.#definitions.refer('ErrorMessage', 'output', errorMessage);
  }

  /**
   * The automatic 422 of an endpoint, under FastAPI's name for it. If other endpoints have types of validation errors that this
   * one does not, it is a list of entries with only its types.
   */
  validationErrors(endpoint: string): JsonSchema {
    const own = this.#types.get(endpoint) ?? [];
    if (own.length === this.#allTypes.length)
      return this.#definitions.refer('HTTPValidationError', 'output', this.#anyEntries);
    const types = { type: 'object', properties: { type: { type: 'string', enum: own } } };
    return listOf({ allOf: [this.#entry(), types] });
  }

  /** Any error, for clients that prefer problem details. */
  problemContent(): JsonSchema {
    return { [PROBLEM_TYPE]: { schema: this.#definitions.refer('ProblemDetails', 'output', this.#problem) } };
  }

  readonly #problem = () => problemDetails(this.#definitions.refer('ProblemEntry', 'output', problemEntry));

  #entry(): JsonSchema {
    return this.#definitions.refer('ValidationError', 'output', this.#validationError);
  }

  readonly #anyEntries = () => listOf(this.#entry());

  readonly #validationError = () => validationError(this.#allTypes);

  get #allTypes(): readonly string[] {
    return [...new Set([...this.#types.values()].flat())].sort();
  }
}

/** The schema of an error body with this detail. */
export function withDetail(detail: JsonSchema): JsonSchema {
  return { type: 'object', properties: { detail }, required: ['detail'] };
}

function listOf(entry: JsonSchema): JsonSchema {
  return withDetail({ type: 'array', items: entry, minItems: 1 });
}

const errorMessage = () => withDetail({ type: 'string' });

/** The schema of one entry of the automatic 422. */
function validationError(types: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: {
      type: { type: 'string', ...(types.length > 0 && { enum: types }) },
      loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      msg: { type: 'string' },
      input: {},
    },
    required: ['type', 'loc', 'msg', 'input'],
  };
}
