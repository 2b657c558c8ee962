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
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
