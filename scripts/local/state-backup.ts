import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { lockPath, runningPid } from './state-lock.ts';

/** Why nothing was copied, for a person. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** Where a local service keeps its data and its secrets. */
export interface LocalPlaces {
  readonly stateDir: string;
  /** `.dev.vars`. Without its secrets, nothing that is encrypted can be read. */
  readonly varsFile: string;
}

const STATE = 'state';
const VARS = 'dev.vars';
const MANIFEST = 'manifest.json';

const manifestSchema = z.object({
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** SHA-256 by path. */
  files: z.record(z.string(), z.string()),
});

export interface Summary {
  readonly createdAt: string;
  readonly files: number;
}

/**
 * Copies everything. The service is stopped: its databases and its objects change together, and a copy while it runs would
 * have some of a change.
 *
 * @throws {BackupRefused}
 */
export async function backUp({ stateDir, varsFile }: LocalPlaces, directory: string): Promise<Summary> {
  if (!existsSync(join(stateDir, 'v3'))) throw new BackupRefused(`${stateDir} has no data of a service.`);
  if (!existsSync(varsFile))
    throw new BackupRefused(`${varsFile} is missing: its secrets belong to the data.`);
  refuseWhileRunning(stateDir);
  if (existsSync(directory)) throw new BackupRefused(`${directory} exists. Choose a new folder.`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await cp(stateDir, join(directory, STATE), {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => path !== lockPath(stateDir),
  });
  await cp(varsFile, join(directory, VARS));
  // A service that was started in the meantime has changed what was copied.
  refuseWhileRunning(stateDir);
  const files = await hashes(directory);
  const createdAt = new Date().toISOString();
  const manifest = { version: 1, createdAt, files } satisfies z.input<typeof manifestSchema>;
  await writeFile(join(directory, MANIFEST), JSON.stringify(manifest, null, 2));
  return { createdAt, files: Object.keys(files).length };
}

export interface Restored extends Summary {
  /** Where the data from before is. Null if there was none. */
  readonly movedTo: string | null;
}

/** Checks the whole back-up first. Data that is there is moved aside, not deleted. @throws {BackupRefused} */
export async function restore({ stateDir, varsFile }: LocalPlaces, directory: string): Promise<Restored> {
  const { createdAt, files } = await readManifest(directory);
  const found = await hashes(directory);
  const different = [...new Set([...Object.keys(files), ...Object.keys(found)])].filter(
    (path) => files[path] !== found[path],
  );
  if (different.length > 0) {
    throw new BackupRefused(`The back-up is damaged: ${different.slice(0, 5).join(', ')}.`);
  }
  refuseWhileRunning(stateDir);
  const suffix = `.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  const [movedState] = await Promise.all([stateDir, varsFile].map((path) => moveAside(path, suffix)));
  await cp(join(directory, STATE), stateDir, { recursive: true, preserveTimestamps: true });
  await cp(join(directory, VARS), varsFile);
  return { createdAt, files: Object.keys(files).length, movedTo: movedState ?? null };
}

function refuseWhileRunning(stateDir: string): void {
  const pid = runningPid(stateDir);
  if (pid !== null) throw new BackupRefused(`The service runs (process ${pid}). Stop it first.`);
}

async function moveAside(path: string, suffix: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  await rename(path, path + suffix);
  return path + suffix;
}

async function readManifest(directory: string) {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(directory, MANIFEST), 'utf8')));
  } catch (cause) {
    throw new BackupRefused(`${directory} has no complete back-up.`, { cause });
  }
}

async function hashes(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== join(directory, MANIFEST))
    .sort();
  const hashed: Record<string, string> = {};
  for (const path of paths) hashed[relative(directory, path).split(sep).join('/')] = await sha256(path);
  return hashed;
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
