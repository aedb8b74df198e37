import createClient from 'openapi-fetch';
import type { paths } from '../../generated/openapi-fetch/schema.js';
import { invalid, report, valid } from '../report.js';

const client = createClient<paths, 'application/json'>({ baseUrl: process.argv[2] ?? '' });

const accepted = await client.POST('/users/', { body: valid });
const refused = await client.POST('/users/', { body: invalid });
const { error } = refused;
const entries = error !== undefined && Array.isArray(error.detail) ? error.detail : [];

report({
  name: accepted.data?.name,
  status: refused.response.status,
  places: entries.map(({ loc }) => loc),
  types: entries.map(({ type }) => type),
});
