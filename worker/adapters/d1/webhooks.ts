import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { webhooks } from '../../../schema/tables/webhooks.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatement, auditStatementIf } from './audit.ts';
import type { Database } from './database.ts';

export type WebhookRecord = typeof webhooks.$inferSelect;

export type WebhookChange = Partial<
  Omit<WebhookRecord, 'id' | 'workspaceId' | 'createdAt' | 'disabledReason'> & {
    disabledReason: SQL | null;
  }
>;

const isWebhook = ({ workspaceId, id }: Pick<WebhookRecord, 'workspaceId' | 'id'>) =>
  and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, id));

export const selectWebhooks = (database: Database, workspaceId: string): Promise<WebhookRecord[]> =>
  database
    .select()
    .from(webhooks)
    .where(eq(webhooks.workspaceId, workspaceId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));

export async function findWebhook(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<WebhookRecord | null> {
  const [row] = await database.select().from(webhooks).where(isWebhook({ workspaceId, id }));
  return row ?? null;
}

/**
 * One statement checks, counts and inserts, so the limit also holds for parallel requests.
 *
 * @returns false if the workspace does not exist or has as many webhooks as it may have
 */
export async function insertWebhook(
  database: Database,
  webhook: WebhookRecord,
  maxWebhooks: number,
  entry: AuditEntry,
): Promise<boolean> {
  const { id, workspaceId, url, events, secret, createdAt } = webhook;
  const insertion = database
    .insert(webhooks)
    .select(sql`
      SELECT ${id}, ${workspaceId}, ${url}, ${JSON.stringify(events)}, ${secret}, NULL, NULL, NULL, ${createdAt}
      WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})
        AND (SELECT COUNT(*) FROM ${webhooks} AS w WHERE w.workspace_id = ${workspaceId}) < ${maxWebhooks}`)
    .returning();
  const exists = sql`EXISTS (SELECT 1 FROM ${webhooks} WHERE id = ${id})`;
  const [inserted] = await database.batch([insertion, auditStatementIf(database, exists, entry)]);
  return inserted.length > 0;
}

/**
 * Writes only the columns of the change, so that a parallel change of others stays.
 *
 * @param webhook with its secret, if the change holds only while the secret is as it was read
 * @returns null if there is no such webhook
 */
export async function updateWebhook(
  database: Database,
  webhook: Pick<WebhookRecord, 'workspaceId' | 'id'> & Partial<Pick<WebhookRecord, 'secret'>>,
  change: WebhookChange,
  entry: AuditEntry,
): Promise<WebhookRecord | null> {
  const { secret } = webhook;
  const changeable = and(isWebhook(webhook), secret === undefined ? undefined : eq(webhooks.secret, secret));
  const [, [changed]] = await database.batch([
    auditStatementIf(database, sql`EXISTS (SELECT 1 FROM ${webhooks} WHERE ${changeable})`, entry),
    database.update(webhooks).set(change).where(changeable).returning(),
  ]);
  return changed ?? null;
}

/** The reason that a webhook gets when it is disabled. One that is disabled already keeps its reason. */
export const disabledBy = (reason: 'request' | 'gone'): SQL =>
  sql`COALESCE(${webhooks.disabledReason}, ${reason})`;

/** Changes nothing if the address was changed since: the answer came from another one. */
export async function disableGone(database: Database, webhook: WebhookRecord): Promise<void> {
  await database
    .update(webhooks)
    .set({ disabledReason: 'gone' })
    .where(and(isWebhook(webhook), eq(webhooks.url, webhook.url)));
}

export async function deleteWebhook(
  database: Database,
  webhook: WebhookRecord,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([
    database.delete(webhooks).where(isWebhook(webhook)),
    auditStatement(database, entry),
  ]);
}

/** Reads all workspaces: the credentials key belongs to the installation. */
export const selectAllWebhooks = (database: Database): Promise<WebhookRecord[]> =>
  database.select().from(webhooks);

/** Changes nothing if another request has rotated the secret in the meantime. */
export async function replaceSecrets(
  database: Database,
  webhook: WebhookRecord,
  resealed: Pick<WebhookRecord, 'secret' | 'previousSecret'>,
): Promise<void> {
  await database
    .update(webhooks)
    .set(resealed)
    .where(and(isWebhook(webhook), eq(webhooks.secret, webhook.secret)));
}
