import { createServer } from 'node:http';
import { faults } from './faults.js';

/**
 * Serves a service for each fault that is named as an argument, with '' for the correct one, each on a port of its own, and prints
 * their addresses as one line of JSON.
 */
export async function serve(create) {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => name !== '' && !faults.includes(name));
  if (unknown !== undefined) throw new Error(`There is no fault '${unknown}'`);
  const services = names.map(async (name) => [name, await listening(await create(name))]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(await Promise.all(services)))}\n`);
}

function listening(listener) {
  const server = createServer(listener);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}
