import { z } from 'zod';

export const AUDIT_ACTIONS = [
  'workspace.created',
  'workspace.changed',
  'workspace.deleted',
  'key.created',
  'key.revoked',
  'template.created',
  'template.changed',
  'template.published',
  'template.deleted',
  'target.created',
  'target.ordered',
  'target.deleted',
  'webhook.created',
  'webhook.changed',
  'webhook.rotated',
  'webhook.deleted',
  'person.joined',
  'person.changed',
  'person.removed',
  'invitation.created',
  'invitation.revoked',
  'operator.added',
  'operator.removed',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** `operator`, `key:<id>` or `person:<id>`. */
  actor: z.string(),
  /** Null for the operator, and for a deleted person or key. */
  actorName: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
