import { z } from 'zod';

/** Changes that a workspace's audit trail tells of. */
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
  'person.joined',
  'person.changed',
  'person.removed',
  'invitation.created',
  'invitation.revoked',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A change, newest first in every list of them. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** `operator`, `key:<id>` or `person:<id>`. */
  actor: z.string(),
  /** The person's or the key's name; null for the operator, and where it is gone. */
  actorName: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  /** The id of what was changed. */
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
