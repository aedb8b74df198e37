import type { Random } from '../random.ts';
import { containerOf, NAMES, reference, type Schema, scalarOf, schemaOf, some } from './schemas.ts';

/** Random documents: models that refer to each other, and operations that read them from bodies, forms and parameters. */

const LEVELS = 2;
/** The most models that have schemas in schemas; more would make documents of megabytes. */
const FEW = 40;

export interface Document extends Schema {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function documentOf(random: Random): Document {
  const count = random.oneIn(8) ? 300 : random.oneIn(4) ? FEW : 6;
  const levels = count > FEW ? 0 : LEVELS;
  const models = Array.from({ length: count }, (_, at) => [`M${at}`, containerOf(random, count, levels)]);
  const paths = {
    '/': { post: operation(random, count, bodyOf(random, count)) },
    '/form': { post: operation(random, count, formOf(random, count)) },
    '/query/{a}': {
      get: { ...operation(random, count, undefined), parameters: parametersOf(random, count) },
    },
  };
  return {
    openapi: random.oneIn(4) ? '3.0.3' : '3.1.0',
    info: { title: 'Cost', version: '1' },
    paths: { ...paths, ...morePaths(random, count) },
    components: { schemas: Object.fromEntries(models) },
  };
}

/** Some documents have so many operations that each has a page of its own. */
function morePaths(random: Random, models: number): Schema {
  const count = random.oneIn(6) ? random.below(200) : 0;
  const more = (at: number) => [
    `/more/${at}/{a}`,
    { get: { ...operation(random, models, undefined), parameters: [pathParameter] } },
  ];
  return Object.fromEntries(Array.from({ length: count }, (_, at) => more(at)));
}

/** An operation that replies with models, and declares errors by models of its own or none. */
function operation(random: Random, models: number, requestBody: Schema | undefined): Schema {
  const errors = [400, 404, 422, 500, 'default'].filter(() => random.oneIn(4));
  const reply = (description: string) => {
    const type = random.pick(['application/json', 'application/json', 'application/xml', 'text/plain']);
    return { description, content: { [type]: { schema: schemaOf(random, models, 1) } } };
  };
  const responses = Object.fromEntries(errors.map((status) => [status, reply('An error')]));
  return {
    ...(requestBody && { requestBody }),
    responses: { 200: random.oneIn(2) ? reply('OK') : { description: 'OK' }, ...responses },
  };
}

function bodyOf(random: Random, models: number): Schema {
  const schema = random.oneIn(2)
    ? reference(random, models)
    : { type: 'array', items: reference(random, models) };
  const others = random.oneIn(4) ? { 'application/xml': { schema } } : {};
  return { required: true, content: { 'application/json': { schema }, ...others } };
}

function formOf(random: Random, models: number): Schema {
  const properties = Object.fromEntries(NAMES.map((name) => [name, schemaOf(random, models, 1)]));
  const schema = {
    type: 'object',
    properties,
    ...(random.oneIn(2) && { additionalProperties: scalarOf(random) }),
  };
  const encoding = Object.fromEntries(
    NAMES.filter(() => random.oneIn(2)).map((name) => [
      name,
      {
        style: random.pick(['form', 'deepObject', 'pipeDelimited', 'spaceDelimited']),
        explode: random.oneIn(2),
      },
    ]),
  );
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  return { content: Object.fromEntries(types.map((type) => [type, { schema, encoding }])) };
}

const pathParameter = { name: 'a', in: 'path', required: true, schema: { type: 'string' } };

const STYLES = {
  query: ['form', 'deepObject', 'pipeDelimited', 'spaceDelimited'],
  header: ['simple'],
  cookie: ['form'],
} as const;

function parametersOf(random: Random, models: number): readonly Schema[] {
  const path = { ...pathParameter, style: random.pick(['simple', 'label', 'matrix']) };
  const others = some(random, 6, (at) => {
    const place = random.pick(['query', 'query', 'header', 'cookie']);
    const name = at < NAMES.length ? NAMES[at] : `p${at}`;
    const style = STYLES[place][random.below(STYLES[place].length)];
    return { name, in: place, style, explode: random.oneIn(2), schema: schemaOf(random, models, 1) };
  });
  return [{ ...path, schema: schemaOf(random, models, 1) }, ...others];
}
