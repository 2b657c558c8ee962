import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES } from '../console/roles.ts';
import { enumText } from './enum-text.ts';

export const memberships = sqliteTable(
  'memberships',
  {
    workspaceId: text('workspace_id').notNull(),
    personId: text('person_id').notNull(),
    role: enumText('memberships.role', ROLES).notNull(),
    joinedAt: text('joined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.personId] }),
    index('memberships_by_person').on(table.personId),
  ],
);

/** A row is deleted when the link is used or revoked. An expired row is deleted with the next invitation. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    /** Lower-case hexadecimal SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull().unique(),
    role: enumText('invitations.role', ROLES).notNull(),
    invitedBy: text('invited_by').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    /** The name of the invited person, which the inviter wrote. It is null if there is none. */
    invitee: text('invitee'),
  },
  (table) => [index('invitations_by_workspace').on(table.workspaceId)],
);
