import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { type Issue, Issues, type Path } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import type { Context } from '../errors/words.ts';
import type { JsonSchema, Side } from './definitions.ts';

/** The properties that libraries read which support Standard Schema or Standard JSON Schema. */
export interface StandardProps<Value> {
  readonly version: 1;
  readonly vendor: 'assay';
  readonly types?: { readonly input: unknown; readonly output: Value } | undefined;
  readonly validate: (
    value: unknown,
  ) => { readonly value: Value } | { readonly issues: readonly StandardIssue[] };
  readonly jsonSchema: StandardJSONSchemaV1.Converter;
}

/** An issue of Standard Schema, with more details. */
export interface StandardIssue extends StandardSchemaV1.Issue {
  readonly path: Path;
  readonly type: IssueType;
  readonly context: Context;
  readonly input: unknown;
}

type Parse<Value> = (raw: unknown) => Value | Issues;
type Describe = (side: Side) => JsonSchema;

/** The `~standard` properties of a field. Few fields are asked for their functions, which are made then. */
export class Standard<Value> implements StandardProps<Value> {
  readonly version = 1;
  readonly vendor = 'assay';
  private readonly parse: Parse<Value>;
  private readonly describe: Describe;

  constructor(parse: Parse<Value>, describe: Describe) {
    this.parse = parse;
    this.describe = describe;
  }

  get validate(): StandardProps<Value>['validate'] {
    return (value) => {
      const result = this.parse(value);
      return result instanceof Issues ? { issues: result.all.map(standardIssue) } : { value: result };
    };
  }

  get jsonSchema(): StandardJSONSchemaV1.Converter {
    return {
      input: ({ target }) => schema(this.describe, 'input', target),
      output: ({ target }) => schema(this.describe, 'output', target),
    };
  }
}

function standardIssue(issue: Issue): StandardIssue {
  const { message, path, type, context, input } = issue;
  return { message, path, type, context, input };
}

/** Dialects in which the keywords of fields mean the same; others lack some of them. */
const dialects: Readonly<Record<string, string>> = {
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
};

/** Writes the items of tuples as draft 7 does, where `prefixItems` means nothing. */
function inDraft07<Schema>(described: Schema): Schema {
  return JSON.parse(JSON.stringify(described), (_, value) => {
    if (!Array.isArray(value?.prefixItems)) return value;
    const { prefixItems, ...others } = value;
    return { ...others, items: prefixItems };
  });
}

function schema(describe: Describe, side: Side, target: string): Record<string, unknown> {
  const $schema = Object.hasOwn(dialects, target) ? dialects[target] : undefined;
  if ($schema === undefined) throw new TypeError(`Assay's fields are not described in ${target}`);
  const described = { $schema, ...describe(side) } satisfies JsonSchema;
  return target === 'draft-07' ? inDraft07(described) : described;
}
