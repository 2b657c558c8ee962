import { z } from 'zod';
import { answerOf, pageOf } from '../api/paging.ts';
import { auditEntry } from '../api/audit.ts';

/** `GET /console/workspaces/{ws}/usage?days=30` (1 to 90). Any role. */
export const usageQuery = z.object({ days: z.coerce.number().int().min(1).max(90).default(30) });

export const dayOfUse = z.object({
  day: z.iso.date(),
  /** Files made with live keys: what costs credits. */
  live: z.int(),
  test: z.int(),
  /** Requests that reached the workspace, whatever came of them. */
  requests: z.int(),
  /** Requests answered with an error. */
  errors: z.int(),
  /** Of `processingTimeMs` of the files made that day; null on a day without one. */
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type DayOfUse = z.infer<typeof dayOfUse>;

export const usageOverview = z.object({
  quotaUsed: z.int(),
  quotaLimit: z.int(),
  credits: z.int(),
  remaining: z.int(),
  /** First instant of the next month (UTC), when the quota is whole again. */
  quotaResetsAt: z.iso.datetime(),
  /** Every day of the span, oldest first, also those without a request. */
  days: z.array(dayOfUse),
  /** Over the span, the most first. Names are null where the key or template is gone. */
  byKey: z.array(z.object({ keyId: z.string(), name: z.string().nullable(), files: z.int() })),
  byTemplate: z.array(
    z.object({ templateId: z.string().nullable(), name: z.string().nullable(), files: z.int() }),
  ),
  /** How often each error code was answered over the span, the most first. */
  byErrorCode: z.array(z.object({ code: z.string(), count: z.int() })),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type UsageOverview = z.infer<typeof usageOverview>;
export const usageOverviewAnswer = answerOf(usageOverview);

export type AuditEntry = z.infer<typeof auditEntry>;

/** `GET /console/workspaces/{ws}/audit`, newest first. Any role. */
export const auditPage = pageOf(auditEntry);
