/** Writes the SQL that changes the database of the last migration into the present tables. */
import { relative } from 'node:path';
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
  ];
});
