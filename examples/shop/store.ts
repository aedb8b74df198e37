import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Field, Issues, integer, list, object, text, type ValueOf } from 'assay/fields';

export const product = object({ id: integer(), name: text(), cents: integer(), stock: integer() });
export type Product = ValueOf<typeof product>;

/** What has led to the tables of today. Migrations are added, never changed: a database counts those that it has been through. */
const migrations = [
  `CREATE TABLE products (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL COLLATE NOCASE UNIQUE,
    cents INTEGER NOT NULL
  ) STRICT`,
  'ALTER TABLE products ADD COLUMN stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0)',
  `CREATE TABLE sales (
    product INTEGER NOT NULL REFERENCES products (id),
    quantity INTEGER NOT NULL,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
  ) STRICT`,
];

/** The products and sales in a database of SQLite: a file, or ':memory:'. */
export function createStore(file: string) {
  const database = new DatabaseSync(file, { open: false });
  const rows = (sql: string, ...values: SQLInputValue[]): readonly Product[] =>
    read(list(product), database.prepare(sql).all(...values));

  return {
    open() {
      database.open();
      migrate(database);
    },
    isOpen: () => database.isOpen,
    close: () => database.close(),

    /** Returns the added product, or undefined if its name is taken. */
    add({ name, cents, stock }: Omit<Product, 'id'>): Product | undefined {
      const sql = `INSERT INTO products (name, cents, stock) VALUES (?, ?, ?)
        ON CONFLICT (name) DO NOTHING RETURNING *`;
      return rows(sql, name, cents, stock)[0];
    },
    find: (id: number): Product | undefined => rows('SELECT * FROM products WHERE id = ?', id)[0],
    /** A page by the last id of the page before it, which stays right and fast when products are added. */
    page: (after: number, limit: number): readonly Product[] =>
      rows('SELECT * FROM products WHERE id > ? ORDER BY id LIMIT ?', after, limit),
    /** Returns what is left of the product, or undefined if there is not enough of it. */
    sell: (id: number, quantity: number): Product | undefined =>
      transaction(database, () => {
        const sql = 'UPDATE products SET stock = stock - ?2 WHERE id = ?1 AND stock >= ?2 RETURNING *';
        const [left] = rows(sql, id, quantity);
        if (left) database.prepare('INSERT INTO sales (product, quantity) VALUES (?, ?)').run(id, quantity);
        return left;
      }),
  };
}

/**
 * Several workers may do this at once: the first one makes the changes, the others wait for it. They would not wait to switch to a
 * write-ahead log, which fails while another connection is open.
 */
function migrate(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON');
  transaction(database, () => {
    const row = database.prepare('PRAGMA user_version').get();
    const { user_version: done } = read(object({ user_version: integer() }), row);
    if (done > migrations.length) throw new Error('The database belongs to a newer version of the shop');
    for (const migration of migrations.slice(done)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Gives rows their type: a field checks what the database returns, as it checks what clients send. */
function read<Value>(field: Field<Value>, row: unknown): Value {
  const value = field.parse(row);
  if (value instanceof Issues) throw new Error('The database returned something else', { cause: value });
  return value;
}
