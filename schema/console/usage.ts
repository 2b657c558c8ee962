import { z } from 'zod';
import { answerOf, pageOf } from '../api/paging.ts';
import { auditEntry } from '../api/audit.ts';
import { wholeNumber } from '../whole-number.ts';

export const usageQuery = z.object({ days: wholeNumber({ min: 1, max: 90 }).default(30) });

export const dayOfUse = z.object({
  day: z.iso.date(),
  /** Files created with live keys. */
  live: z.int(),
  test: z.int(),
  /** Including failed ones. */
  requests: z.int(),
  errors: z.int(),
  /** The percentiles are those of `processingTimeMs`. They are null on a day without files. */
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type DayOfUse = z.infer<typeof dayOfUse>;

export const usageOverview = z.object({
  quotaUsed: z.int(),
  quotaLimit: z.int(),
  credits: z.int(),
  remaining: z.int(),
  /** The start of the next month (UTC). */
  quotaResetsAt: z.iso.datetime(),
  /** Oldest first, including days without requests. */
  days: z.array(dayOfUse),
  /**
   * Highest first. The name is null if the key or template was deleted. What a person made in the dashboard has their id in
   * place of that of a key.
   */
  byKey: z.array(z.object({ keyId: z.string(), name: z.string().nullable(), files: z.int() })),
  byTemplate: z.array(
    z.object({ templateId: z.string().nullable(), name: z.string().nullable(), files: z.int() }),
  ),
  /** Highest first. */
  byErrorCode: z.array(z.object({ code: z.string(), count: z.int() })),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
});
export type UsageOverview = z.infer<typeof usageOverview>;
export const usageOverviewAnswer = answerOf(usageOverview);

export type AuditEntry = z.infer<typeof auditEntry>;

/** Newest first. */
export const auditPage = pageOf(auditEntry);
