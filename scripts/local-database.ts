import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.ts';

const MIGRATIONS = inProject('schema/tables/migrations');

/** drizzle-kit writes it between two statements. */
const BREAKPOINT = '--> statement-breakpoint';

/** The table of `wrangler d1 migrations`, so that both can be used with one database. */
const APPLIED_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** The entrypoint of `migrationsModule`. */
export const MIGRATIONS_ENTRYPOINT = 'migrations';

/**
 * The source of an entrypoint that applies each new migration to `env.DB` in one transaction, like `wrangler d1 migrations
 * apply`, which takes some seconds. It runs in workerd: from Node, each statement would be a message of its own.
 */
export function migrationsModule(): string {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'));
  const migrations = files.sort().map((name) => ({
    name,
    statements: readFileSync(join(MIGRATIONS, name), 'utf8').split(BREAKPOINT),
  }));
  return `
export const ${MIGRATIONS_ENTRYPOINT} = {
  async fetch(request, { DB }) {
    await DB.prepare(${JSON.stringify(APPLIED_TABLE)}).run();
    const { results } = await DB.prepare('SELECT name FROM d1_migrations').all();
    const applied = new Set(results.map(({ name }) => name));
    for (const { name, statements } of ${JSON.stringify(migrations)}) {
      if (applied.has(name)) continue;
      const noted = DB.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
      await DB.batch([...statements.map((statement) => DB.prepare(statement)), noted]);
    }
    return new Response(null, { status: 204 });
  },
};
`;
}

/** @param url of the entrypoint. @throws {Error} a migration failed */
export async function migrateLocalDatabase(url: URL): Promise<void> {
  const answer = await fetch(url, { method: 'POST' });
  if (!answer.ok) throw new Error(`The database could not be migrated: ${await answer.text()}`);
}
