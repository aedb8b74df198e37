import type { Endpoint } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/definition.ts';
import type { Shape } from '../fields/object.ts';
import { errorMessage, validationErrors, withDetail } from './schemas.ts';

/** The bodies of the refusals of the stations and of the handler, by status. */
export function refusalsOf(endpoint: Endpoint): Map<number, readonly JsonSchema[]> {
  const shapes = new Map<number, readonly JsonSchema[]>();
  for (const [status, shape] of [...refusalsOfStations(endpoint), ...refusalsOfHandler(endpoint)]) {
    const known = shapes.get(status) ?? [];
    if (!known.includes(shape)) shapes.set(status, [...known, shape]);
  }
  return shapes;
}

type Refused = [status: number, shape: JsonSchema];

function refusalsOfStations(endpoint: Endpoint): Refused[] {
  const { params = {}, query = {}, headers = {}, cookies = {}, body, credential } = endpoint;
  const refused: Refused[] = [];
  const isJson = typeof body === 'object';
  if (Object.keys(params).length > 0 || isJson) refused.push([400, errorMessage]);
  if (credential) refused.push([401, errorMessage]);
  refused.push([413, errorMessage]);
  if (isJson) refused.push([415, errorMessage]);
  if (isJson || mayRefuse(params) || [query, headers, cookies].some(mayLack))
    refused.push([422, validationErrors]);
  return refused;
}

function refusalsOfHandler({ refusals = {} }: Endpoint): Refused[] {
  return Object.entries(refusals).map(([status, detail]) => {
    const schema = detail.describe('output');
    return [Number(status), schema.type === 'string' ? errorMessage : withDetail(schema)];
  });
}

/** Whether there is text that a value of this part must not be. */
function mayRefuse(part: Shape): boolean {
  return Object.values(part).some((field) => !field.takesAnyText);
}

/** The same of a part from which values may be missing, too. */
function mayLack(part: Shape): boolean {
  return mayRefuse(part) || Object.values(part).some((field) => !field.absent);
}
