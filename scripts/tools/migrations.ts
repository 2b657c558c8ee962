/** Writes the SQL that brings the database of the last migration to the present tables. [--name WORDS_OF_IT] */
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import config from '../../drizzle.config.ts';
import { runPackage } from '../packages/npx.ts';
import { inProject } from '../project.ts';

await runPackage(['drizzle-kit@0.31.11', 'drizzle-orm@0.45.4'], (folder) => {
  const fromFolder = (path: string) => relative(folder, inProject(path));
  return [
    'drizzle-kit',
    'generate',
    `--dialect=${config.dialect}`,
    `--schema=${fromFolder(config.schema)}`,
    `--out=${fromFolder(config.out)}`,
    ...process.argv.slice(2),
  ];
});

// The next migration is compared with the newest snapshot only.
const meta = inProject(config.out, 'meta');
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.toSorted().slice(0, -1)) rmSync(join(meta, name));
