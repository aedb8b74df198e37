import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

export interface User {
  name: string;
  role: 'admin' | 'member';
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

async function protect(password: string) {
  const salt = randomBytes(16);
  return { salt, key: await derive(password, salt, 32) };
}

/** In place of a table of a database. It has no passwords, only what they can be checked against. */
const users = new Map<string, User & { salt: Buffer; key: Buffer }>([
  ['ada', { name: 'ada', role: 'admin', ...(await protect('engine-no-1')) }],
  ['bob', { name: 'bob', role: 'member', ...(await protect('squirrel-42')) }],
]);
const nobody = await protect(randomBytes(16).toString('hex'));

export const userNames = () => [...users.keys()];

/** Returns the user, or undefined. Takes as long for a name that doesn't exist, so that nobody can find out which do. */
export async function findUser(name: string, password: string): Promise<User | undefined> {
  const user = users.get(name);
  const { salt, key } = user ?? nobody;
  const isRight = timingSafeEqual(await derive(password, salt, 32), key);
  return isRight ? user : undefined;
}
