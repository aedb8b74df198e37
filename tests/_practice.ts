import type { Endpoint, Example } from '../src/contract/endpoint.ts';
import { type HostOptions, hosting } from '../src/http/hosting.ts';
import { bodyField } from '../src/http/parse.ts';
import type { AppCore } from '../src/http/types.ts';
import { all, app } from '../src/practice/app.ts';

/** The practice service without a host. */
export function practiceCore(options?: HostOptions): AppCore {
  return app[hosting].build(options);
}

/** An endpoint of the practice service: each has examples. */
export type PracticeEndpoint = Endpoint & { readonly examples: readonly [Example, ...Example[]] };

export const practiceEndpoints: readonly (readonly [name: string, endpoint: PracticeEndpoint])[] =
  Object.entries<PracticeEndpoint>(all);

/** The fields of a body. */
export function bodyFields({ body }: Endpoint): object {
  const field = bodyField(body);
  return field?.shape ?? {};
}
