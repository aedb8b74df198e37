import type { Endpoint } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { type Schemas, withDetail } from './schemas.ts';

/** The schemas of an endpoint's refusals, automatic ones and the handler's, by status. */
export function refusalsOf(name: string, endpoint: Endpoint, schemas: Schemas): Map<number, JsonSchema> {
  const shapes = new Map<number, JsonSchema[]>();
  const refused = [...automaticRefusals(name, endpoint, schemas), ...refusalsOfHandler(endpoint, schemas)];
  for (const [status, shape] of refused) {
    const known = shapes.get(status) ?? [];
    if (!known.some((each) => JSON.stringify(each) === JSON.stringify(shape))) known.push(shape);
    shapes.set(status, known);
  }
  return new Map([...shapes].map(([status, known]) => [status, oneOf(known)]));
}

function oneOf(shapes: readonly JsonSchema[]): JsonSchema {
  const [only = {}, ...others] = shapes;
  return others.length === 0 ? only : { oneOf: shapes };
}

type Refused = [status: number, shape: JsonSchema];

function automaticRefusals(name: string, endpoint: Endpoint, schemas: Schemas): Refused[] {
  const { params = {}, query = {}, headers = {}, cookies = {}, body, credential } = endpoint;
  const statuses: number[] = [];
  const isJson = typeof body === 'object';
  if (Object.keys(params).length > 0 || isJson) statuses.push(400);
  if (credential) statuses.push(401);
  statuses.push(413);
  if (isJson) statuses.push(415);
  const refused = statuses.map((status): Refused => [status, schemas.errorMessage()]);
  if (isJson || mayRefuse(params) || [query, headers, cookies].some(mayLack))
    refused.push([422, schemas.validationErrors(name)]);
  return refused;
}

function refusalsOfHandler({ refusals = {} }: Endpoint, schemas: Schemas): Refused[] {
  return Object.entries(refusals).map(([status, detail]) => {
    const schema = schemas.describe(detail, 'output');
    return [Number(status), schema.type === 'string' ? schemas.errorMessage() : withDetail(schema)];
  });
}

/** Tells whether a part has a field that refuses some texts. */
function mayRefuse(part: Shape): boolean {
  return Object.values(part).some((field) => !field.takesAnyText);
}

/** Tells whether a part has a field that refuses some texts, or that is required. */
function mayLack(part: Shape): boolean {
  return mayRefuse(part) || Object.values(part).some((field) => !field.absent);
}
