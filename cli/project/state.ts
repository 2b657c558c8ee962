import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandFailure } from '../command.ts';
import { readIfThere, replaceFile } from '../lib/files.ts';
import { writeJson } from './json-file.ts';

/**
 * The state of the service and the folder when they last agreed, in `.platen/state.json`. It belongs to one checkout, and is not
 * committed: another checkout may have seen another state of the service (decision 94).
 */

const fileState = z.object({
  /** The SHA-256 of the file as it was on the disk. */
  disk: z.string(),
  /** The SHA-256 of the file that a pull would have written. Absent if it is the same. */
  service: z.string().optional(),
});

export type FileState = z.infer<typeof fileState>;

const templateState = z.object({
  slug: z.string(),
  version: z.int(),
  /** The digest of the service (`schema/template-digest.ts`). */
  digest: z.string(),
  files: z.record(z.string(), fileState),
});

export type SyncedTemplate = z.infer<typeof templateState>;

const componentState = z.object({ version: z.int(), file: fileState });

const syncState = z.object({
  /** By their ids. */
  templates: z.record(z.string(), templateState),
  partials: z.record(z.string(), componentState),
  assets: z.record(z.string(), componentState),
});

/** The state of a folder for one service. */
export type SyncState = z.infer<typeof syncState>;

const stateFile = z.object({ format: z.literal(1), services: z.record(z.string(), syncState) });

const emptyState = (): SyncState => ({ templates: {}, partials: {}, assets: {} });

const statePath = (directory: string): string => join(directory, '.platen', 'state.json');

async function readAll(directory: string): Promise<z.infer<typeof stateFile>> {
  const path = statePath(directory);
  const bytes = await readIfThere(path);
  if (bytes === null) return { format: 1, services: {} };
  try {
    return stateFile.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    const message = `${path} is damaged, or of another version of this command. Delete it: \`pull\` and \`push\` then compare the whole content.`;
    throw new CommandFailure(message, [], { cause });
  }
}

/** @param baseUrl of the service */
export async function readState(directory: string, baseUrl: string): Promise<SyncState> {
  return (await readAll(directory)).services[baseUrl] ?? emptyState();
}

/** Saves the state of one service, and keeps the others. The folder ignores itself in Git. */
export async function writeState(directory: string, baseUrl: string, state: SyncState): Promise<void> {
  const path = statePath(directory);
  const all = await readAll(directory);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(join(dirname(path), '.gitignore'), '*\n');
  await replaceFile(path, writeJson({ ...all, services: { ...all.services, [baseUrl]: state } }));
}
