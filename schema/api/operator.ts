import { z } from 'zod';
import { ENVIRONMENTS, PERMISSIONS } from '../permissions.ts';
import { PLAN_IDS } from '../plans.ts';
import { auditEntry } from './audit.ts';
import { createTemplate } from './templates.ts';
import { idText } from '../text.ts';

/** Source: contract 11. */

const name = z.string().trim().min(1).max(100);

export const createWorkspace = z.object({ name, plan: z.enum(PLAN_IDS).optional() });
export type CreateWorkspace = z.infer<typeof createWorkspace>;

export const setWorkspace = z.object({
  plan: z.enum(PLAN_IDS).optional(),
  quotaUsed: z.int().min(0).optional(),
  credits: z.int().min(0).optional(),
});
export type SetWorkspace = z.infer<typeof setWorkspace>;

export const createKey = z.object({
  workspaceId: idText(),
  name,
  environment: z.enum(ENVIRONMENTS),
  permissions: z.array(z.enum(PERMISSIONS)).min(1).max(PERMISSIONS.length),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});

export const putTemplate = createTemplate.extend({ workspaceId: idText() });
export type PutTemplate = z.infer<typeof putTemplate>;

export const workspaceBody = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(PLAN_IDS),
  createdAt: z.iso.datetime(),
});

export const workspaceAccountBody = workspaceBody.extend({
  remaining: z.int(),
  quotaUsed: z.int(),
  quotaLimit: z.int(),
  credits: z.int(),
});

export const deletedBody = z.object({ id: z.string(), deleted: z.literal(true) });

export const createdKeyBody = z.object({
  id: z.string(),
  key: z.string().meta({ description: 'The whole key. It is not shown again.' }),
  workspaceId: z.string(),
  name: z.string(),
  environment: z.enum(ENVIRONMENTS),
  lastFour: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
});

export const revokedKeyBody = z.object({
  id: z.string(),
  status: z.literal('Revoked'),
  revokedAt: z.iso.datetime(),
});

export const auditBody = z.object({ entries: z.array(auditEntry) });
