import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWrangler, WranglerFailed } from './wrangler.ts';

/** A Worker that does not exist yet has no secrets. */
export async function secretNames(environment: string): Promise<string[]> {
  try {
    const output = await runWrangler(['secret', 'list', '--format', 'json', '--env', environment]);
    const secrets = JSON.parse(output.slice(output.indexOf('['))) as { name: string }[];
    return secrets.map(({ name }) => name);
  } catch (error) {
    if (error instanceof WranglerFailed && /Worker .* not found/.test(error.message)) return [];
    throw error;
  }
}

/** The values are in a file that only this user can read, because other users can see the arguments of a command. */
export async function withSecretsFile<Result>(
  values: Readonly<Record<string, string>>,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-secrets-'));
  try {
    const path = join(directory, 'secrets.json');
    await writeFile(path, JSON.stringify(values), { mode: 0o600 });
    return await use(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
