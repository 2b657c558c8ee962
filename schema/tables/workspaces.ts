import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PLAN_IDS } from '../plans.ts';

export const workspaces = sqliteTable('workspaces', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  plan: text('plan', { enum: PLAN_IDS }).notNull(),
  createdAt: text('created_at').notNull(),
});
