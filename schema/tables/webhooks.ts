import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { DISABLED_REASONS, type WebhookEventType } from '../webhooks.ts';
import { enumText } from './enum-text.ts';

/** Addresses of customers. Events of the workspace are sent to them. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    url: text('url').notNull(),
    events: text('events', { mode: 'json' }).$type<WebhookEventType[]>().notNull(),
    /** Encrypted, with the id of the encryption key. */
    secret: text('secret').notNull(),
    /** The secret before the last rotation, also encrypted. */
    previousSecret: text('previous_secret'),
    /** Until then, deliveries have a second signature with the previous secret. */
    previousSecretUntil: text('previous_secret_until'),
    /** It is null if the webhook is enabled. */
    disabledReason: enumText('webhooks.disabled_reason', DISABLED_REASONS),
    createdAt: text('created_at').notNull(),
  },
  (table) => [index('webhooks_by_workspace').on(table.workspaceId, table.createdAt)],
);
