import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { PLAN_IDS } from '../plans.ts';
import { enumText } from './enum-text.ts';

export const workspaces = sqliteTable('workspaces', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  plan: enumText('workspaces.plan', PLAN_IDS).notNull(),
  createdAt: text('created_at').notNull(),
});
