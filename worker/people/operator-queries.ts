import { and, asc, eq, sql } from 'drizzle-orm';
import type { InstanceOperator } from '../../schema/console/operators.ts';
import { people } from '../../schema/tables/people.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { auditStatementIf } from '../audit/queries.ts';
import type { Database } from '../database.ts';

const COLUMNS = { id: people.id, name: people.name, email: people.email };

export const findOperators = (database: Database): Promise<InstanceOperator[]> =>
  database
    .select(COLUMNS)
    .from(people)
    .where(eq(people.operator, true))
    .orderBy(asc(people.createdAt), asc(people.id));

/** @param email in lower case */
export async function findPersonByEmail(database: Database, email: string): Promise<InstanceOperator | null> {
  const [row] = await database.select(COLUMNS).from(people).where(eq(people.email, email));
  return row ?? null;
}

/** `entry.subject` is the person. */
export async function grantOperator(database: Database, entry: AuditEntry): Promise<void> {
  await setOperator(database, true, sql`${people.operator} = 0`, entry);
}

/** The statement counts the operators, so one remains even if two remove each other at the same time. */
export const revokeOperator = (database: Database, entry: AuditEntry): Promise<boolean> =>
  setOperator(
    database,
    false,
    sql`${people.operator} = 1 AND (SELECT COUNT(*) FROM ${people} AS o WHERE o.operator = 1) > 1`,
    entry,
  );

async function setOperator(
  database: Database,
  operator: boolean,
  condition: ReturnType<typeof sql>,
  entry: AuditEntry,
): Promise<boolean> {
  const changeable = and(eq(people.id, entry.subject), condition);
  const [, changed] = await database.batch([
    auditStatementIf(database, sql`EXISTS (SELECT 1 FROM ${people} WHERE ${changeable})`, entry),
    database.update(people).set({ operator, updatedAt: new Date() }).where(changeable),
  ]);
  return changed.meta.changes === 1;
}
