import { createUser } from '../../generated/hey-api/index.js';
import { invalid, report, valid } from '../report.js';

// The client knows the address that its document was read from.
const accepted = await createUser({ body: valid });
const refused = await createUser({ body: invalid });
const { error } = refused;
const entries = error !== undefined && typeof error.detail !== 'string' ? error.detail : [];

report({
  name: accepted.data?.name,
  status: refused.response?.status ?? 0,
  places: entries.map(({ loc }) => loc),
  types: entries.map(({ type }) => type),
});
