import { Api } from '../../generated/swagger-typescript-api/api.js';
import { invalid, report, valid } from '../report.js';

const { users } = new Api({ baseUrl: process.argv[2] ?? '' });
const accepted = await users.createUser(valid);
const refused = await users
  .createUser(invalid)
  .catch((response: Awaited<ReturnType<typeof users.createUser>>) => response);
const { detail } = refused.error;
const entries = typeof detail === 'string' ? [] : detail;

report({
  name: accepted.data.name,
  status: refused.status,
  places: entries.map(({ loc }) => loc),
  types: entries.map(({ type }) => type),
});
