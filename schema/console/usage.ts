import { z } from 'zod';
import { answerOf, pageOf } from '../api/paging.ts';
import { auditEntry } from '../api/audit.ts';

/** `GET /console/workspaces/{ws}/usage?days=30` (1 to 90). Any role. */
export const usageQuery = z.object({ days: z.coerce.number().int().min(1).max(90).default(30) });

export const dayOfUse = z.object({
  day: z.iso.date(),
  /** Files created with live keys. These use credits. */
  live: z.int(),
  test: z.int(),
  /** All requests, including failed ones. */
  requests: z.int(),
  /** Requests that failed. */
  errors: z.int(),
  /** Of `processingTimeMs` of the files created that day. Null on a day without files. */
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type DayOfUse = z.infer<typeof dayOfUse>;

export const usageOverview = z.object({
  quotaUsed: z.int(),
  quotaLimit: z.int(),
  credits: z.int(),
  remaining: z.int(),
  /** When the quota resets: the start of the next month (UTC). */
  quotaResetsAt: z.iso.datetime(),
  /** Every day of the period, oldest first, including days without requests. */
  days: z.array(dayOfUse),
  /** Totals of the period, highest first. The name is null if the key or template was deleted. */
  byKey: z.array(z.object({ keyId: z.string(), name: z.string().nullable(), files: z.int() })),
  byTemplate: z.array(
    z.object({ templateId: z.string().nullable(), name: z.string().nullable(), files: z.int() }),
  ),
  /** Errors of the period by code, highest first. */
  byErrorCode: z.array(z.object({ code: z.string(), count: z.int() })),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type UsageOverview = z.infer<typeof usageOverview>;
export const usageOverviewAnswer = answerOf(usageOverview);

export type AuditEntry = z.infer<typeof auditEntry>;

/** `GET /console/workspaces/{ws}/audit`, newest first. Any role. */
export const auditPage = pageOf(auditEntry);
