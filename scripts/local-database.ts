import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.ts';
import { runWrangler } from './wrangler.ts';

const MIGRATIONS = inProject('schema/tables/migrations');

function fingerprintOfMigrations(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).sort()) {
    if (file.endsWith('.sql')) hash.update(file).update(readFileSync(join(MIGRATIONS, file)));
  }
  return hash.digest('hex');
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Brings the local D1 database of a state directory up to date. Wrangler takes two seconds to find that
 * nothing is new, so the migrations that were applied are noted beside the database itself: whoever
 * deletes the one deletes the other.
 */
export async function migrateLocalDatabase(config: string, stateDir: string): Promise<void> {
  const directory = join(stateDir, 'v3', 'd1');
  const note = join(directory, 'migrations.sha256');
  const fingerprint = fingerprintOfMigrations();
  if (readIfThere(note) === fingerprint) return;
  await runWrangler([
    'd1',
    'migrations',
    'apply',
    'DB',
    '--local',
    '--config',
    config,
    '--persist-to',
    stateDir,
  ]);
  mkdirSync(directory, { recursive: true });
  writeFileSync(note, fingerprint);
}
