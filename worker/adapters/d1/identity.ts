import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { and, desc, eq, gt, lte, ne, type SQL } from 'drizzle-orm';
import {
  accounts,
  attempts,
  passkeys,
  people,
  sessions,
  verifications,
} from '../../../schema/tables/people.ts';
import type { Database } from './database.ts';

/** Without `transaction`: D1 has no interactive transactions. */
export const authTables = (database: Database) =>
  drizzleAdapter(database, {
    provider: 'sqlite',
    transaction: false,
    schema: {
      user: people,
      account: accounts,
      session: sessions,
      verification: verifications,
      rateLimit: attempts,
      passkey: passkeys,
    },
  });

export type SessionRow = typeof sessions.$inferSelect;
export type PasskeyRow = typeof passkeys.$inferSelect;

/** Only sessions that have not expired, newest first. */
export const findSessions = (database: Database, personId: string, now: Date): Promise<SessionRow[]> =>
  database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt));

/** Nothing else deletes expired sessions. */
export async function deleteExpiredSessions(database: Database, personId: string, now: Date): Promise<void> {
  await database.delete(sessions).where(and(eq(sessions.userId, personId), lte(sessions.expiresAt, now)));
}

/** @returns how many sessions it ended */
export async function deleteSessions(
  database: Database,
  personId: string,
  which: { only: string } | { but: string } | 'all',
): Promise<number> {
  const ofPerson = eq(sessions.userId, personId);
  const deleted = await database.delete(sessions).where(and(ofPerson, selected(which)));
  return deleted.meta.changes;
}

function selected(which: { only: string } | { but: string } | 'all'): SQL | undefined {
  if (which === 'all') return undefined;
  return 'only' in which ? eq(sessions.id, which.only) : ne(sessions.id, which.but);
}

export const findPasskeys = (database: Database, personId: string): Promise<PasskeyRow[]> =>
  database.select().from(passkeys).where(eq(passkeys.userId, personId)).orderBy(passkeys.createdAt);

/** Null if the person has no such passkey. */
export async function updatePasskeyName(
  database: Database,
  personId: string,
  passkeyId: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await database
    .update(passkeys)
    .set({ name })
    .where(ofPerson(personId, passkeyId))
    .returning();
  return row ?? null;
}

export async function deletePasskeyRow(
  database: Database,
  personId: string,
  passkeyId: string,
): Promise<boolean> {
  const deleted = await database.delete(passkeys).where(ofPerson(personId, passkeyId));
  return deleted.meta.changes === 1;
}

const ofPerson = (personId: string, passkeyId: string): SQL | undefined =>
  and(eq(passkeys.userId, personId), eq(passkeys.id, passkeyId));
