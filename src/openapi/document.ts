import { type Contract, type Credential, type Endpoint, tags } from '../contract/endpoint.ts';
import type { JsonSchema } from '../fields/definition.ts';
import { service } from '../practice/contract/service.ts';
import type { Inject } from '../refusals/examples.ts';
import { operation } from './operation.ts';
import { schemas } from './schemas.ts';

/**
 * The contract as an OpenAPI 3.1 document, in which the service itself has answered every example. Its server is
 * where the document is, behind whatever prefix.
 */
export function openApi(contract: Contract, ask: Inject): JsonSchema {
  const endpoints = Object.values(contract);
  return {
    openapi: '3.1.0',
    info: { ...service, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '.' }],
    tags: tags.filter((name) => endpoints.some(({ tag }) => tag === name)).map((name) => ({ name })),
    paths: pathsOf(contract, ask),
    components: { schemas, securitySchemes: Object.fromEntries(endpoints.flatMap(securityScheme)) },
  };
}

function pathsOf(contract: Contract, ask: Inject): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operation(name, endpoint, ask),
    });
  }
  return paths;
}

function securityScheme({ credential }: Endpoint): [string, JsonSchema][] {
  return credential ? [[credential.challenge, describeCredential(credential)]] : [];
}

function describeCredential({ header, description }: Credential): JsonSchema {
  return header === 'Authorization'
    ? { type: 'http', scheme: 'bearer', bearerFormat: 'UUID', description }
    : { type: 'apiKey', in: 'header', name: header, description };
}
