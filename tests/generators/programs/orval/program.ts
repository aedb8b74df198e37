import { createUser } from '../../generated/orval/client.js';
import { invalid, report, valid } from '../report.js';

const accepted = await createUser(valid);
const refused = await createUser(invalid);
const entries = refused.status === 422 ? refused.data.detail : [];

report({
  name: accepted.status === 201 ? accepted.data.name : undefined,
  status: refused.status,
  places: entries.map(({ loc }) => loc),
  types: entries.map(({ type }) => type),
});
