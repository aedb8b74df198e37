import { randomUUID, scryptSync, timingSafeEqual } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { bearer, createApp, endpoint, refuse } from 'assay';
import { integer, list, object, secret, text, uuid } from 'assay/fields';

const database = new DatabaseSync(process.env.DATABASE ?? 'notes.sqlite', { open: false });
const all = (sql, ...values) => database.prepare(sql).all(...values);
const TABLES = `
  CREATE TABLE IF NOT EXISTS users (name TEXT PRIMARY KEY, salt TEXT NOT NULL, hash BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS sessions (token TEXT PRIMARY KEY, user TEXT NOT NULL, expires INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, user TEXT NOT NULL, text TEXT NOT NULL);
`;
const HOUR = 3_600_000;

const account = object({
  name: text({ minLength: 1, maxLength: 40 }),
  password: secret(text({ minLength: 8 })),
});
const note = object({ id: integer(), text: text() });

/** The name of the user with this token, or undefined. */
const userOf = (token) =>
  all('SELECT user FROM sessions WHERE token = ? AND expires > ?', token, Date.now())[0]?.user;
const credential = bearer({ check: userOf, missing: 'Log in first' });

const endpoints = {
  addUser: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Create an account',
    body: account,
    reply: { status: 201, body: object({ name: text() }) },
    refusals: { 409: text() },
  }),
  logIn: endpoint({
    method: 'POST',
    path: '/login',
    summary: 'Log in',
    body: account,
    reply: { status: 200, body: object({ token: uuid() }) },
    refusals: { 401: text() },
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/notes',
    summary: 'Add a note',
    credential,
    body: object({ text: text({ minLength: 1, maxLength: 1000 }) }),
    reply: { status: 201, body: note },
  }),
  listNotes: endpoint({
    method: 'GET',
    path: '/notes',
    summary: 'List my notes',
    credential,
    reply: { status: 200, body: list(note) },
  }),
};

const handlers = {
  addUser({ body: { name, password } }) {
    const salt = randomUUID();
    const sql = 'INSERT INTO users VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING name';
    return all(sql, name, salt, scryptSync(password, salt, 32))[0] ?? refuse(409, 'This name is taken');
  },
  logIn({ body: { name, password } }) {
    const [user] = all('SELECT * FROM users WHERE name = ?', name);
    const isRight = user && timingSafeEqual(scryptSync(password, user.salt, 32), user.hash);
    if (!isRight) return refuse(401, 'Wrong name or password');
    const sql = 'INSERT INTO sessions VALUES (?, ?, ?) RETURNING token';
    return all(sql, randomUUID(), name, Date.now() + HOUR)[0];
  },
  addNote: ({ body, credential: user }) =>
    all('INSERT INTO notes (user, text) VALUES (?, ?) RETURNING id, text', user, body.text)[0],
  listNotes: ({ credential: user }) => all('SELECT id, text FROM notes WHERE user = ? ORDER BY id', user),
};

export default createApp({ title: 'Notes', version: '1.0.0', endpoints }, handlers, {
  start() {
    database.open();
    database.exec(TABLES);
  },
  ready: () => database.isOpen,
  stop: () => database.close(),
});
