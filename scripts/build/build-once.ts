import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject } from '../project.ts';

/** A build result that is built again only if its sources have changed. */
export interface Product {
  readonly name: string;
  /** Contains nothing else: a build replaces the whole directory. */
  readonly directory: string;
  readonly sources: readonly string[];
  /** Gets an empty temporary directory, which then replaces `directory`. */
  readonly make: (directory: string) => Promise<void>;
}

const BUILD_HASHES = inProject('dist/marks');
const LOCK_POLL_MS = 100;

/** If several processes call this at the same time, one builds and the others wait. */
export async function buildOnce(product: Product): Promise<void> {
  const hashFile = join(BUILD_HASHES, product.name);
  const hash = await hashSources(product.sources);
  const isCurrent = async (): Promise<boolean> =>
    (await readIfThere(hashFile)) === hash && (await exists(product.directory));

  if (await isCurrent()) return;
  const unlock = await lock(`${hashFile}.lock`);
  try {
    if (!(await isCurrent())) await rebuild(product, () => writeFile(hashFile, hash));
  } finally {
    await unlock();
  }
}

async function rebuild({ directory, make }: Product, saveHash: () => Promise<void>): Promise<void> {
  await removeUnfinished(directory);
  const fresh = `${directory}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  try {
    await make(fresh);
    await rm(directory, { recursive: true, force: true });
    await rename(fresh, directory);
    await saveHash();
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Removes directories of processes that were killed during a build. */
async function removeUnfinished(directory: string): Promise<void> {
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const unfinished = new RegExp(`^${RegExp.escape(basename(directory))}\\.\\d+$`);
  for (const entry of await readdir(parent)) {
    if (unfinished.test(entry)) await rm(join(parent, entry), { recursive: true, force: true });
  }
}

async function hashSources(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await listFiles(source)) {
      hash.update(`${relative(inProject(), file)}\n`).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

export async function listFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The lock is a link that names its owner's pid, so it never exists without one. The lock of a dead process is removed. */
async function lock(path: string): Promise<() => Promise<void>> {
  await mkdir(dirname(path), { recursive: true });
  while (!(await createLock(path))) {
    const owner = await readOwner(path);
    if (owner !== null && !isAlive(owner)) await rm(path, { force: true });
    else await delay(LOCK_POLL_MS);
  }
  return () => rm(path, { force: true });
}

async function createLock(path: string): Promise<boolean> {
  try {
    await symlink(String(process.pid), path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Returns null if the lock was removed meanwhile. A file that is not a link has no owner. */
async function readOwner(path: string): Promise<number | null> {
  try {
    return Number(await readlink(path));
  } catch (error) {
    return hasCode(error, 'ENOENT') ? null : Number.NaN;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const readIfThere = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
