import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { inProject } from './project.ts';

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>;

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
export async function migrateLocalDatabase(database: Database): Promise<void> {
  await database.prepare(APPLIED_TABLE).run();
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'));
  for (const file of files.sort().filter((name) => !applied.has(name))) {
    const statements = readFileSync(join(MIGRATIONS, file), 'utf8').split(BREAKPOINT);
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
    ]);
  }
}
