/** What requests must be, in JSON Schema. */

const string = { type: 'string' };

export function schemas(has) {
  const owner = has('owner: only the @ is looked for')
    ? { ...string, pattern: '@' }
    : { ...string, format: 'email' };
  const color = has('color: in any case')
    ? { ...string, pattern: '^([Ww][Aa][Rr][Mm]|[Cc][Oo][Ll][Dd])$' }
    : { ...string, enum: ['warm', 'cold'] };
  const built = has('built: only its shape')
    ? { ...string, pattern: '^\\d{4}-\\d\\d-\\d\\d$' }
    : { ...string, format: 'date' };
  const body = {
    type: 'object',
    required: has('name: optional') ? ['watts', 'owner'] : ['name', 'watts', 'owner'],
    additionalProperties: has('unknown properties'),
    properties: {
      name: {
        type: has('name: a number is accepted') ? ['string', 'number'] : 'string',
        minLength: has('name: no minimum length') ? 0 : 2,
        maxLength: has('name: maximum length off by one') ? 21 : 20,
      },
      watts: {
        type: has('watts: fractions') ? 'number' : 'integer',
        minimum: has('watts: no minimum') ? -1e9 : 1,
        maximum: has('watts: maximum off by one') ? 101 : 100,
      },
      owner: has('owner: any text') ? string : owner,
      color: has('color: any text') ? string : color,
      tags: {
        type: 'array',
        items: has('tags: items of any type') ? {} : string,
        maxItems: has('tags: no maximum') ? 1000 : 3,
      },
      built: has('built: any text') ? string : built,
    },
  };
  // Values of a query are text, since nothing is converted.
  const within = has('limit: no minimum') ? '^(-?[0-9]|[1-4][0-9]|50)$' : '^([1-9]|[1-4][0-9]|50)$';
  const limit = has('limit: no maximum') ? '^[1-9][0-9]*$' : within;
  const query = {
    type: 'object',
    properties: {
      limit: { ...string, pattern: limit },
      since: has('since: any text') ? string : { ...string, format: 'date' },
    },
  };
  const pattern = has('X-Shop: pattern without its end') ? '^[a-z]{2,5}' : '^[a-z]{2,5}$';
  const headers = { type: 'object', required: ['x-shop'], properties: { 'x-shop': { ...string, pattern } } };
  return { body, query, headers: has('X-Shop: not looked at') ? {} : headers };
}
