import { z } from 'zod';
import { wholeNumber } from '../whole-number.ts';

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
  'asset.saved',
  'asset.deleted',
  'partial.saved',
  'partial.deleted',
  'preview.shared',
  'preview.unshared',
  'file.merged',
  'file.split',
  'file.uploaded',
  'batch.started',
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
  'recovery.created',
  'recovery.used',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One answer of an export has at most this many lines. */
const MAX_AUDIT_LINES = 10_000;

const time = (description: string) =>
  z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: `${description} ISO 8601, with a time zone.`, example: '2026-11-01T00:00:00Z' });

/** Source: contract 19.3. */
export const auditExportQuery = z.object({
  from: time('Changes at this time or later.'),
  to: time('Changes before this time.'),
  after: wholeNumber({ min: 0 })
    .default(0)
    .meta({ type: 'integer', description: 'The `id` of the last line that you have. The next ones follow.' }),
  limit: wholeNumber({ min: 1, max: MAX_AUDIT_LINES })
    .default(MAX_AUDIT_LINES)
    .meta({ type: 'integer', description: 'Number of lines at most.' }),
});

export type AuditExportQuery = z.infer<typeof auditExportQuery>;

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** `operator`, `key:<id>` or `person:<id>`. */
  actor: z.string(),
  /** It is null for the operator, and for a deleted person or key. */
  actorName: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
