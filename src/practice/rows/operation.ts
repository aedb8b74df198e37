import type { Operation } from '../lazy-endpoint.ts';

/** Declares an endpoint without its method and path, which are listed together in `endpoints.ts`. */
export function operation<const Declared extends Operation>(declare: () => Declared): () => Declared {
  return declare;
}
