import { randomBytes } from 'node:crypto';
import type { SecretState } from '../../schema/api/secrets.ts';
import { datedName, parseSecretName, type RotatedSecret } from '../../schema/secrets.ts';

/** Where the variables of an installation are. Values go in, and never come out. */
export interface SecretStore {
  /** The names of all secrets. */
  list(): Promise<readonly string[]>;
  /** @param changes null deletes */
  change(changes: Readonly<Record<string, string | null>>): Promise<void>;
}

/** The reason is for a person. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused';
}

/** Until then, every isolate of the service knows the new secret. Cloudflare needs seconds for that. */
const NOTICE_MS = 10 * 60_000;

const MINUTE_MS = 60_000;

export interface NewSecret {
  readonly name: string;
  readonly value: string;
  readonly since: Date;
}

/** @throws {RotationRefused} there is no such secret, or a change of it is not finished */
export async function planNewSecret(
  store: SecretStore,
  secret: RotatedSecret,
  now: number,
): Promise<NewSecret> {
  const names = namesOf(await store.list(), secret);
  if (names.length === 0) throw new RotationRefused(`There is no ${secret} yet.`);
  if (names.length > 1) {
    throw new RotationRefused(`There are several already: ${names.join(', ')}. Finish that change first.`);
  }
  const since = Math.ceil((now + NOTICE_MS) / MINUTE_MS) * MINUTE_MS;
  const name = datedName(secret, since);
  return { name, value: newValue(secret, name), since: new Date(since) };
}

/** The id of a credentials key is not secret: it is the time in its name. */
const newValue = (secret: RotatedSecret, name: string): string =>
  secret === 'CREDENTIALS_KEY'
    ? `${name.slice(secret.length + 1)}:${randomBytes(32).toString('base64')}`
    : randomBytes(32).toString('base64url');

/** @returns the names to delete @throws {RotationRefused} */
export async function planDeletion(
  store: SecretStore,
  { secret, next, earlier, inUse, since, neededBy }: SecretState,
  isForced: boolean,
): Promise<string[]> {
  const names = namesOf(await store.list(), secret);
  if (next.length > 0) {
    throw new RotationRefused(`${next.join(', ')} is not in use yet. Wait until the time in its name (UTC).`);
  }
  const unknown = names.filter((name) => name !== inUse && !earlier.includes(name));
  if (inUse === null || !names.includes(inUse) || unknown.length > 0) {
    throw new RotationRefused(
      'The service has other secrets than this command found. Is it the same installation? A local service reads them when it starts.',
    );
  }
  if (neededBy.length > 0 && !isForced) {
    throw new RotationRefused(`${describeUses(neededBy)}\nNothing was deleted. See docs/security.md.`);
  }
  if (earlier.length === 0) {
    throw new RotationRefused(`${inUse} is the only one${since === null ? '' : `, since ${since}`}.`);
  }
  return [...earlier];
}

export const describeUses = (uses: SecretState['neededBy']): string =>
  uses
    .map(({ what, count, until }) => {
      const number = count === undefined ? '' : `${count} `;
      return `  still needed by: ${number}${what}${until === undefined ? '' : `, until ${until}`}`;
    })
    .join('\n');

const namesOf = (names: readonly string[], secret: RotatedSecret): string[] =>
  names.filter((name) => parseSecretName(name)?.secret === secret);
