import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.ts';
import { runWrangler } from './wrangler.ts';

const MIGRATIONS = inProject('schema/tables/migrations');

function hashMigrations(): string {
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

/** Wrangler needs two seconds to find that nothing is new, so a hash of the migrations is saved. */
export async function migrateLocalDatabase(config: string, stateDir: string): Promise<void> {
  const directory = join(stateDir, 'v3', 'd1');
  const hashFile = join(directory, 'migrations.sha256');
  const hash = hashMigrations();
  if (readIfThere(hashFile) === hash) return;
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
  writeFileSync(hashFile, hash);
}
