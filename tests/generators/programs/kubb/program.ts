import { createUser } from '../../generated/kubb/clients/createUser.js';
import type { CreateUser422 } from '../../generated/kubb/types/CreateUser.js';
import { invalid, report, valid } from '../report.js';

// Its client would send what it does not know to be JSON as text.
const config = { baseURL: process.argv[2] ?? '', headers: { 'Content-Type': 'application/json' } };
const accepted = await createUser(valid, config);
const refused = await createUser(invalid, config);
// Its functions return what is refused as if it were accepted; the type that it has stands beside them.
const { detail: entries }: CreateUser422 = JSON.parse(JSON.stringify(refused.data));

report({
  name: accepted.data.name,
  status: refused.status,
  places: entries.map(({ loc }) => loc),
  types: entries.map(({ type }) => type),
});
