import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject } from './project.ts';

/** Something that is made from sources, and made again only where they have changed. */
export interface Product {
  readonly name: string;
  /** The directory that holds it, and nothing else. */
  readonly directory: string;
  /** Files and directories: the product is made anew where one of them has changed. */
  readonly sources: readonly string[];
  /** Fills an empty directory, which then takes the product's place. */
  readonly make: (directory: string) => Promise<void>;
}

const MARKS = inProject('dist/marks');
const LOCK_POLL_MS = 100;

/**
 * Makes the product unless it is there and of these sources. Of several processes that want it at the same
 * time one makes it, while the others wait.
 */
export async function buildOnce(product: Product): Promise<void> {
  const mark = join(MARKS, product.name);
  const fingerprint = await fingerprintOf(product.sources);
  const isMade = async (): Promise<boolean> =>
    (await readIfThere(mark)) === fingerprint && (await exists(product.directory));

  if (await isMade()) return;
  const unlock = await lock(`${mark}.lock`);
  try {
    if (!(await isMade())) await replace(product, () => writeFile(mark, fingerprint));
  } finally {
    await unlock();
  }
}

async function replace({ directory, make }: Product, note: () => Promise<void>): Promise<void> {
  await removeUnfinished(directory);
  const fresh = `${directory}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  try {
    await make(fresh);
    await rm(directory, { recursive: true, force: true });
    await rename(fresh, directory);
    await note();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** What a process left that was killed while it was making the product. */
async function removeUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const unfinished = new RegExp(`^${RegExp.escape(basename(directory))}\\.\\d+$`);
  for (const entry of await readdir(parent)) {
    if (unfinished.test(entry)) await rm(join(parent, entry), { recursive: true, force: true });
  }
}

/** Of the sources' names and contents, in a fixed order. */
async function fingerprintOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesUnder(source)) {
      hash.update(`${file}\n`).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesUnder(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Takes the lock, which names its holder: one that has died is taken over. */
async function lock(path: string): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true });
  while (!(await take(path))) {
    const holder = Number(await readIfThere(path));
    if (holder > 0 && !isAlive(holder)) await rm(path, { force: true });
    else await delay(LOCK_POLL_MS);
  }
  return () => rm(path, { force: true });
}

async function take(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const readIfThere = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
