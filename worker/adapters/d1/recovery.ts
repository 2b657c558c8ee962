import { and, eq, gt, like, sql } from 'drizzle-orm';
import { accounts, people, sessions, verifications } from '../../../schema/tables/people.ts';
import { type AuditEntry, auditStatement, auditStatementIf } from './audit.ts';
import type { Database } from './database.ts';

export interface Recovery {
  /** The person's id. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly expiresAt: string;
}

/** The table has challenges for passkeys too, whose identifiers have no such prefix. */
const PREFIX = 'recovery:';

const isOpen = (tokenHash: string, now: Date) =>
  and(eq(verifications.identifier, PREFIX + tokenHash), gt(verifications.expiresAt, now));

/** `entry.subject` is the person. */
export async function insertRecovery(
  database: Database,
  { tokenHash, expiresAt }: { readonly tokenHash: string; readonly expiresAt: Date },
  entry: AuditEntry,
): Promise<void> {
  const now = new Date(entry.at);
  const id = crypto.randomUUID();
  const identifier = PREFIX + tokenHash;
  await database.batch([
    database
      .delete(verifications)
      .where(and(like(verifications.identifier, `${PREFIX}%`), eq(verifications.value, entry.subject))),
    database
      .insert(verifications)
      .values({ id, identifier, value: entry.subject, expiresAt, createdAt: now, updatedAt: now }),
    auditStatement(database, entry),
  ]);
}

export async function findRecovery(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<Recovery | null> {
  const [row] = await database
    .select({ id: people.id, name: people.name, email: people.email, expiresAt: verifications.expiresAt })
    .from(verifications)
    .innerJoin(people, eq(people.id, verifications.value))
    .where(isOpen(tokenHash, now));
  return row === undefined ? null : { ...row, expiresAt: row.expiresAt.toISOString() };
}

/** Replaces a password by a link. It is one transaction, so the link works for one of several parallel requests. `entry.subject` is the person. */
export async function replacePassword(
  database: Database,
  { tokenHash, passwordHash }: { readonly tokenHash: string; readonly passwordHash: string },
  entry: AuditEntry,
): Promise<boolean> {
  const now = new Date(entry.at);
  const open = sql`EXISTS (SELECT 1 FROM ${verifications} WHERE ${isOpen(tokenHash, now)})`;
  const [, , , used] = await database.batch([
    auditStatementIf(database, open, entry),
    database
      .update(accounts)
      .set({ password: passwordHash, updatedAt: now })
      .where(and(eq(accounts.userId, entry.subject), open)),
    database.delete(sessions).where(and(eq(sessions.userId, entry.subject), open)),
    database.delete(verifications).where(isOpen(tokenHash, now)),
  ]);
  return used.meta.changes === 1;
}
