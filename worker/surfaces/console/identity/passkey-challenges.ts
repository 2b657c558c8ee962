import type { DBAdapter, DBAdapterInstance, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter';
import { serializeSigned } from 'hono/utils/cookie';
import { z } from 'zod';
import { authTables, spendChallenge } from '../../../adapters/d1/identity.ts';
import type { Database } from '../../../adapters/d1/database.ts';

/** better-auth would keep this of a challenge. */
const challenge = z.object({ identifier: z.string(), value: z.string(), expiresAt: z.coerce.date() });

type Challenge = z.infer<typeof challenge>;

const encode = (made: Challenge): string =>
  new TextEncoder().encode(JSON.stringify(made)).toBase64({ alphabet: 'base64url', omitPadding: true });

function decode(text: string): Challenge | null {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' });
    return challenge.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

type Input<Method extends 'create' | 'findMany' | 'consumeOne' | 'deleteMany'> = Parameters<
  DBAdapter[Method]
>[0];

const isOfChallenges = ({ model }: { readonly model: string }): boolean => model === 'verification';

/** hono signs a cookie with a name. Ours has its name already. */
const PLAIN = 'cookie';

/**
 * A challenge is in its cookie, which better-auth signs: everybody may ask for one, and a stranger adds no row to the database.
 * Only a person who has answered it with a passkey adds one, so that nobody answers it again.
 */
export class PasskeyChallenges {
  readonly #database: Database;
  #made: Challenge | null = null;
  #answered: Challenge | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** better-auth's tables, without that of challenges. */
  readonly tables: DBAdapterInstance = (options) => {
    const adapter = authTables(this.#database)(options);
    const tables = Object.assign({}, adapter, {
      create: async (input: Input<'create'>): Promise<unknown> =>
        isOfChallenges(input) ? this.#make(input.data) : adapter.create(input),
      findMany: async (input: Input<'findMany'>): Promise<unknown[]> =>
        isOfChallenges(input) ? this.#find(input.where) : adapter.findMany(input),
      consumeOne: async (input: Input<'consumeOne'>): Promise<unknown> =>
        isOfChallenges(input) ? this.#answered : adapter.consumeOne(input),
      deleteMany: async (input: Input<'deleteMany'>) =>
        isOfChallenges(input) ? 0 : adapter.deleteMany(input),
      transaction: <Result>(run: (tables: DBTransactionAdapter) => Promise<Result>) => run(tables),
    });
    return tables;
  };

  #make(data: unknown): Challenge {
    this.#made = challenge.parse(data);
    return this.#made;
  }

  /** The value that is looked for is that of the cookie. */
  #find(where: readonly Where[] = []): (Challenge & { readonly id: string })[] {
    this.#answered = decode(String(where[0]?.value));
    return this.#answered === null ? [] : [{ id: this.#answered.identifier, ...this.#answered }];
  }

  /** @throws {Error} it was answered before */
  async requireFirstAnswer(): Promise<void> {
    if (this.#answered !== null && (await spendChallenge(this.#database, this.#answered))) return;
    throw new Error('The challenge was answered before.');
  }

  /** Puts the challenge that better-auth has just made into its cookie, instead of its name. */
  async intoCookie(cookie: string, secret: string): Promise<string> {
    const [name = '', value = ''] = cookie.split(/[=;]/, 2);
    if (this.#made === null || !value.startsWith(this.#made.identifier)) return cookie;
    const signed = (await serializeSigned(PLAIN, encode(this.#made), secret)).slice(PLAIN.length);
    return name + signed + cookie.slice(`${name}=${value}`.length);
  }
}
