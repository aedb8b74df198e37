import { isErrorFromAlias } from '@zodios/core';
import { createApiClient } from '../../generated/openapi-zod-client/client.js';
import { invalid, report, valid } from '../report.js';

// What is refused has to be sent, so that what comes back can be read; the schema of the request would keep it here.
const client = createApiClient(process.argv[2] ?? '', { validate: 'response' });
const accepted = await client.createUser(valid);
const error: unknown = await client.createUser(invalid).catch((thrown: unknown) => thrown);
const is422 = isErrorFromAlias(client.api, 'createUser', error) && error.response.status === 422;
const { detail } = is422 ? error.response.data : { detail: '' };
const entries = typeof detail === 'string' ? [] : detail;

report({
  name: accepted.name,
  status: is422 ? error.response.status : 0,
  places: entries.map(({ loc }) => loc),
  types: entries.map(({ type }) => type),
});
