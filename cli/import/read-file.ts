import { readFile, stat } from 'node:fs/promises';
import { CommandFailure } from '../command.ts';

/** A file that is larger is no part of a template. */
const MAX_FILE_BYTES = 20_000_000;

/** @throws {CommandFailure} the file is too large */
export async function readBytes(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > MAX_FILE_BYTES) throw new CommandFailure(`${path} has more than ${MAX_FILE_BYTES} bytes.`);
  return new Uint8Array(await readFile(path));
}

export const readText = async (path: string): Promise<string> =>
  new TextDecoder().decode(await readBytes(path));
