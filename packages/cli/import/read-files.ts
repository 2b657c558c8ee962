import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../command.ts';

/** A file that is larger is no part of a template. */
const MAX_FILE_BYTES = 20_000_000;

const MAX_FILES = 20_000;

/** @throws {CommandFailure} the file is too large */
export async function readBytes(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MAX_FILE_BYTES) throw new CommandFailure(`${path} has more than ${MAX_FILE_BYTES} bytes.`);
  return new Uint8Array(await readFile(path));
}

export const readText = async (path: string): Promise<string> =>
  new TextDecoder().decode(await readBytes(path));

/** Null if there is no such file. */
export async function readOptional(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? readText(path) : null;
}

/** All files below a folder, sorted, as paths with `/`. Links are not followed. @throws {CommandFailure} */
export async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (inner: string): Promise<void> => {
    const entries = await readdir(join(folder, inner), { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name === 'node_modules' || entry.name === '.git') continue;
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) files.push(path);
      if (files.length > MAX_FILES) throw new CommandFailure(`${folder} has more than ${MAX_FILES} files.`);
    }
  };
  await visit('');
  return files;
}

/** Data that others wrote. @throws {CommandFailure} */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (cause) {
    throw new CommandFailure(`${path} is not valid JSON.`, [], { cause });
  }
}
