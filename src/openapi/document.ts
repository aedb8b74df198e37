import type { Credential } from '../contract/credential.ts';
import type { Contract, Endpoint, Endpoints } from '../contract/endpoint.ts';
import { templateOf } from '../contract/path.ts';
import type { JsonSchema } from '../fields/definition.ts';
import type { Inject } from '../http/inject.ts';
import { operation } from './operation.ts';
import { schemas } from './schemas.ts';
import { tagsOf } from './tags.ts';

export interface DocumentOptions {
  /** The prefix of every path of the service. */
  readonly basePath: string;
  readonly inject: Inject;
}

/** Writes a contract as an OpenAPI 3.1 document, with the reply of the service to every example. */
export function openApi(contract: Contract, { basePath, inject }: DocumentOptions): JsonSchema {
  const { title, version, description, license } = contract;
  const endpoints: Endpoints = { ...contract.endpoints, ...contract.pages };
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description && { description }), ...(license && { license }) },
    servers: [{ url: basePath === '' ? '.' : basePath }],
    tags: tagsOf(contract).map((name) => ({ name })),
    paths: pathsOf(endpoints, inject),
    components: {
      schemas,
      securitySchemes: Object.fromEntries(Object.values(endpoints).flatMap(securityScheme)),
    },
  };
}

function pathsOf(endpoints: Endpoints, inject: Inject): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = templateOf(endpoint.path);
    const operations = paths[path] ?? {};
    operations[endpoint.method.toLowerCase()] = operation(name, endpoint, inject);
    paths[path] = operations;
  }
  return paths;
}

function securityScheme({ credential }: Endpoint): [string, JsonSchema][] {
  return credential ? [[credential.challenge, describeCredential(credential)]] : [];
}

function describeCredential(credential: Credential): JsonSchema {
  const { scheme, in: part, name, format, description } = credential;
  const described = description === undefined ? {} : { description };
  if (scheme === 'apiKey') return { type: 'apiKey', in: part, name, ...described };
  return { type: 'http', scheme, ...(format && { bearerFormat: format }), ...described };
}
