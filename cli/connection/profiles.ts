import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandFailure } from '../command.ts';
import type { Io } from '../io.ts';
import { readIfThere, replaceFile } from '../lib/files.ts';
import { writeJson } from '../project/json-file.ts';

const profile = z.object({ baseUrl: z.string(), apiKey: z.string() });

/** A service and a key for it. */
export type Profile = z.infer<typeof profile>;

const profiles = z.object({ profiles: z.record(z.string(), profile) });

export const DEFAULT_PROFILE = 'default';

/** Returns the path of the profiles, in the folder that the operating system has for the settings of programs. */
function profilesPath({ env }: Pick<Io, 'env'>): string {
  const folder =
    env.XDG_CONFIG_HOME ||
    (process.platform === 'win32' && env.APPDATA) ||
    join(env.HOME ?? homedir(), '.config');
  return join(folder, 'platen', 'profiles.json');
}

/** @throws {CommandFailure} if the file is damaged */
export async function readProfiles(io: Pick<Io, 'env'>): Promise<Record<string, Profile>> {
  const path = profilesPath(io);
  const bytes = await readIfThere(path);
  if (bytes === null) return {};
  try {
    return profiles.parse(JSON.parse(bytes.toString('utf8'))).profiles;
  } catch (cause) {
    throw new CommandFailure(`${path} is damaged. Delete it, and run \`platen login\` again.`, [], { cause });
  }
}

/** Saves a profile in a file that only the user can read, because it has keys. @returns the path of the file */
export async function writeProfile(io: Pick<Io, 'env'>, name: string, saved: Profile): Promise<string> {
  const path = profilesPath(io);
  const all = { ...(await readProfiles(io)), [name]: saved };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, writeJson({ profiles: all }), 0o600);
  return path;
}
