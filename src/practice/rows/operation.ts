import type { Endpoint } from '../../contract/endpoint.ts';

/** Declares an endpoint without its method and path, which are listed together in `endpoints.ts`. */
export function operation<const Row extends Omit<Endpoint, 'method' | 'path'>>(row: Row): Row {
  return row;
}
