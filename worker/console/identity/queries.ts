import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { and, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm';
import { newId } from '../../../schema/ids.ts';
import {
  accounts,
  attempts,
  passkeys,
  people,
  sessions,
  verifications,
} from '../../../schema/tables/people.ts';
import type { Database } from '../../database.ts';
import type { NewPerson } from './new-person.ts';

/** The tables as better-auth names them. D1 has no interactive transactions. */
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

/** Whether anybody is in the database: the first one owns the instance. */
export async function anybodyExists(database: Database): Promise<boolean> {
  const [row] = await database.select({ id: people.id }).from(people).limit(1);
  return row !== undefined;
}

export async function isEmailTaken(database: Database, email: string): Promise<boolean> {
  const [row] = await database.select({ id: people.id }).from(people).where(eq(people.email, email));
  return row !== undefined;
}

/** Holds once {@link personStatements} have made the person. */
export const personExists = (personId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${people} WHERE id = ${personId})`;

export const nobodyExists = sql`NOT EXISTS (SELECT 1 FROM ${people})`;

/**
 * The statements that make a person who signs in with a password, if the condition holds at their place and
 * nobody has the address: for the batch that says what the person is in.
 */
export const personStatements = (database: Database, person: NewPerson, now: number, condition: SQL) => {
  const { id, name, email, passwordHash, operator } = person;
  const free = sql`NOT EXISTS (SELECT 1 FROM ${people} WHERE email = ${email})`;
  // The address counts as verified: with an unverified one better-auth takes a later proof of the address for
  // another person's, and drops the password and every session.
  const insertion = database.insert(people).select(sql`
    SELECT ${id}, ${name}, ${email}, 1, NULL, ${operator ? 1 : 0}, ${now}, ${now}
    WHERE ${condition} AND ${free}`);
  const account = database.insert(accounts).select(sql`
    SELECT ${newId('account')}, ${id}, 'credential', ${id}, ${passwordHash}, NULL, NULL, NULL, NULL, NULL, NULL,
      ${now}, ${now}
    WHERE ${personExists(id)}`);
  return [insertion, account] as const;
};

export type SessionRow = typeof sessions.$inferSelect;
export type PasskeyRow = typeof passkeys.$inferSelect;

/** Sessions of a person that have not run out, newest first. */
export const findSessions = (database: Database, personId: string, now: Date): Promise<SessionRow[]> =>
  database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, personId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt));

/** Those that have run out, and that nothing else would ever touch. */
export async function deleteExpiredSessions(database: Database, personId: string, now: Date): Promise<void> {
  await database.delete(sessions).where(and(eq(sessions.userId, personId), lte(sessions.expiresAt, now)));
}

/** Ends sessions of the person: one, all but one, or all. Returns how many there were. */
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

export async function updateName(database: Database, personId: string, name: string): Promise<void> {
  await database.update(people).set({ name, updatedAt: new Date() }).where(eq(people.id, personId));
}

export const findPasskeys = (database: Database, personId: string): Promise<PasskeyRow[]> =>
  database.select().from(passkeys).where(eq(passkeys.userId, personId)).orderBy(passkeys.createdAt);

/** Null where the person has no such passkey. */
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

/** @returns whether the person had it */
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
