import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePng } from '../pdf/png.ts';
import type { Difference } from '../snapshots/compare-snapshots.ts';
import type { CaseResult } from '../snapshots/run-case.ts';
import type { TestRun } from '../snapshots/run-tests.ts';
import { type ShownDifference, writeHtml } from './html.ts';
import { writeJunit } from './junit.ts';

const PICTURES = 'pictures';

/** The pictures of an earlier report, which are deleted. The folder may also have pictures of its user. */
const PICTURE = /^\d+-page-\d+-(?:expected|actual|difference)\.png$/;

/** `index.html` with the pictures that it shows, and `junit.xml`. @param folder is made if it does not exist */
export async function writeReport(folder: string, run: TestRun): Promise<void> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  const pictures = join(folder, PICTURES);
  await mkdir(pictures, { recursive: true });
  for (const file of await readdir(pictures)) if (PICTURE.test(file)) await rm(join(pictures, file));
  const shown = new Map<CaseResult, ShownDifference[]>();
  for (const [index, result] of run.results.entries()) {
    const differences: ShownDifference[] = [];
    for (const one of result.differences)
      differences.push({ difference: one, pictures: await writePictures(folder, `${index + 1}`, one) });
    shown.set(result, differences);
  }
  await writeFile(join(folder, 'index.html'), writeHtml(run, shown));
  await writeFile(join(folder, 'junit.xml'), writeJunit(run));
  // The folder ignores itself in Git. One that existed may be the project.
  if (isNew) await writeFile(join(folder, '.gitignore'), '*\n');
}

/** @returns their paths, or null if the difference has none */
async function writePictures(
  folder: string,
  number: string,
  { page, pictures }: Difference,
): Promise<ShownDifference['pictures']> {
  if (pictures === null) return null;
  const write = async (kind: keyof typeof pictures) => {
    const path = `${PICTURES}/${number}-page-${page}-${kind}.png`;
    await writeFile(join(folder, path), encodePng(pictures[kind]));
    return path;
  };
  return {
    expected: await write('expected'),
    actual: await write('actual'),
    difference: await write('difference'),
  };
}
