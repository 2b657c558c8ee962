import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { inProject } from '../project.ts';

const MIGRATIONS = inProject('schema/tables/migrations');

/** drizzle-kit writes it between two statements. */
const BREAKPOINT = '--> statement-breakpoint';

/** The table of `wrangler d1 migrations`, so that both can be used with one database. */
const APPLIED_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies each new migration in one transaction, like `wrangler d1 migrations apply`, which takes some seconds. */
export async function migrateLocalDatabase(database: D1Database): Promise<void> {
  await database.prepare(APPLIED_TABLE).run();
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'));
  for (const name of files.sort()) {
    if (applied.has(name)) continue;
    const statements = readFileSync(join(MIGRATIONS, name), 'utf8').split(BREAKPOINT);
    const noted = database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
    await database.batch([...statements.map((statement) => database.prepare(statement)), noted]);
  }
}
