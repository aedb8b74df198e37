import type { Subject } from '../cases/subject.ts';
import type { Credential } from '../contract/credential.ts';
import type { Contract, Endpoint, Endpoints } from '../contract/endpoint.ts';
import { templateOf } from '../contract/path.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Inject } from '../http/inject.ts';
import { entryTypesOf } from './entry-types.ts';
import { operation } from './operation.ts';
import type { Describing } from './responses.ts';
import { Schemas } from './schemas.ts';
import { describeTags } from './tags.ts';

export interface DocumentOptions {
  /** The prefix of every path of the service. */
  readonly basePath: string;
  readonly inject: Inject;
  /** The app whose refusals show which types of validation errors occur. */
  readonly subject: Subject;
}

/** Writes a contract as an OpenAPI 3.1 document, with the service's reply to every example. */
export function openApi(contract: Contract, options: DocumentOptions): JsonSchema {
  const endpoints: Endpoints = { ...contract.endpoints, ...contract.pages };
  const schemas = new Schemas(entryTypesOf(options.subject));
  const paths = pathsOf(endpoints, { inject: options.inject, schemas });
  return {
    openapi: '3.1.0',
    info: infoOf(contract),
    ...serversAt(options.basePath),
    tags: describeTags(contract),
    security: [],
    paths,
    components: {
      schemas: schemas.all,
      securitySchemes: Object.fromEntries(Object.values(endpoints).flatMap(securityScheme)),
    },
  };
}

/** The servers of a document. Without a prefix there are none: clients then use the address of the document. */
export function serversAt(basePath: string): JsonSchema {
  return basePath === '' ? {} : { servers: [{ url: basePath }] };
}

function infoOf({ title, version, description, license, contact }: Contract): JsonSchema {
  return {
    title,
    version,
    ...(description && { description }),
    ...(license && { license }),
    ...(contact && { contact }),
  };
}

function pathsOf(endpoints: Endpoints, describing: Describing): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = templateOf(endpoint.path);
    const operations = paths[path] ?? {};
    operations[endpoint.method.toLowerCase()] = operation(name, endpoint, describing);
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
