import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { and, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm';
import {
  accounts,
  attempts,
  passkeys,
  people,
  sessions,
  verifications,
} from '../../../schema/tables/people.ts';
import type { Database } from './database.ts';

/** The tables of better-auth. It uses no transactions, because D1 has no interactive ones. */
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

/** Finds the sessions of a person that have not expired, newest first. */
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

/** Longer than any window in which better-auth counts attempts. */
const ATTEMPTS_KEPT_MS = 5 * 60_000;

/** More than one request adds. A limit, so that no request waits for what others left. */
const DELETED_AT_ONCE = 100;

/**
 * Everybody adds attempts, without an account. So each request that may add one deletes those that have expired, and challenges
 * of passkeys that were answered: better-auth deletes attempts only when an address comes back.
 */
export async function deleteExpiredGuests(database: Database, now: Date): Promise<void> {
  const counted = now.getTime() - ATTEMPTS_KEPT_MS;
  await database.batch([
    database.delete(verifications).where(sql`id IN (
      SELECT v.id FROM ${verifications} AS v WHERE v.expires_at <= ${now.getTime()} LIMIT ${DELETED_AT_ONCE})`),
    database.delete(attempts).where(sql`id IN (
      SELECT a.id FROM ${attempts} AS a WHERE a.last_request <= ${counted} LIMIT ${DELETED_AT_ONCE})`),
  ]);
}

/** Kept until the challenge expires. @returns false if it was spent before */
export async function spendChallenge(
  database: Database,
  { identifier, expiresAt }: { readonly identifier: string; readonly expiresAt: Date },
): Promise<boolean> {
  const now = new Date();
  const row = { id: identifier, identifier, value: '', expiresAt, createdAt: now, updatedAt: now };
  const inserted = await database.insert(verifications).values(row).onConflictDoNothing();
  return inserted.meta.changes === 1;
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

/** Returns null if the person has no such passkey. */
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
