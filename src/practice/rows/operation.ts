import type { Endpoint } from '../../contract/endpoint.ts';

/** Declares an endpoint but for its method and path, which stand together with those of the others. */
export function operation<const Row extends Omit<Endpoint, 'method' | 'path'>>(row: Row): Row {
  return row;
}
