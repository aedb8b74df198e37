import { amount, type Context, count, message, type PydanticContext, type Row } from './words.ts';

/** Issues of values that contain others. */
export function collectionIssues() {
  return {
    dict_type: message('must be an object', 'Input should be a valid dictionary'),
    model_attributes_type: message(
      'must be an object',
      'Input should be a valid dictionary or object to extract fields from',
    ),
    extra_forbidden: message('field not allowed', 'Extra inputs are not permitted'),
    list_type: message('must be a list', 'Input should be a valid list'),
    set_type: message('must be a list', 'Input should be a valid set'),
    tuple_type: message('must be a list', 'Input should be a valid tuple'),
    too_short: {
      reason: hasItems,
      pydanticMessage: ({ minLength, ...context }) =>
        `${context.container} should have at least ${found(minLength, context)}`,
      pydanticContext: ({ minLength = 0, ...context }) => sizes(context, { min_length: minLength }),
    },
    too_long: {
      reason: hasItems,
      pydanticMessage: ({ maxLength, ...context }) =>
        `${context.container} should have at most ${found(maxLength, context)}`,
      pydanticContext: ({ maxLength = 0, ...context }) => sizes(context, { max_length: maxLength }),
    },
    union_tag_not_found: {
      reason: ({ discriminator }) => `must have the property "${discriminator}"`,
      pydanticMessage: ({ discriminator }) => `Unable to extract tag using discriminator '${discriminator}'`,
      pydanticContext: ({ discriminator }) => ({ discriminator: `'${discriminator}'` }),
    },
    union_tag_invalid: {
      reason: ({ discriminator, tags = [] }) =>
        `must have a "${discriminator}" that is ${list(tags, '"', ' or ')}`,
      pydanticMessage: ({ discriminator, tag, tags }) =>
        `Input tag '${tag}' found using '${discriminator}' does not match any of the expected tags: ${list(tags, "'", ', ')}`,
      pydanticContext: ({ discriminator, tag = '', tags }) => ({
        discriminator: `'${discriminator}'`,
        tag,
        expected_tags: list(tags, "'", ', '),
      }),
    },
    recursion_loop: message('must not contain itself', 'Recursion error - cyclic reference detected'),
  } as const satisfies Record<string, Row>;
}

function hasItems(context: Context): string {
  return `must have ${amount(context, 'item')}`;
}

function found(expected: number | undefined, { length }: Context): string {
  return `${count(expected, 'item')} after validation, not ${length}`;
}

/** Orders the properties as pydantic does. */
function sizes({ container = '', length = 0 }: Context, bound: PydanticContext): PydanticContext {
  return { field_type: container, ...bound, actual_length: length };
}

/** Lists texts in quotation marks, with `last` before the last one and commas before the others. */
function list(texts: readonly string[] = [], quotation: string, last: string): string {
  const shown = texts.map((text) => quotation + text + quotation);
  const end = shown.pop() ?? '';
  return shown.length === 0 ? end : shown.join(', ') + last + end;
}
