import { expect, test } from 'vitest';
import { PLANS, UNLIMITED } from '../../../schema/plans.ts';

// The table of contract 4.1, repeated as a check.
test.each([
  ['free', 60, 15, 2, 10, 1, 100, 7, 3, 2_000],
  ['starter', 120, 30, 5, 25, 2, 2_500, 30, 3, 5_000],
  ['growth', 200, 45, 10, 50, 5, 10_000, 90, 3, 10_000],
  ['scale', 400, 120, 50, 50, 10, 50_000, 180, 4, 20_000],
  ['scale-business', 1_000, 240, 100, 100, 25, 200_000, 365, 4, 50_000],
  ['scale-enterprise', UNLIMITED, 300, 250, 250, UNLIMITED, 1_000_000, 730, 5, 100_000],
] as const)(
  'the plan %s has the limits it was sold with',
  (id, rate, seconds, htmlMb, pdfMb, keys, credits, days, eighths, maxPages) => {
    expect(PLANS[id]).toMatchObject({
      requestsPerMinute: rate,
      timeoutMs: seconds * 1_000,
      maxHtmlBytes: htmlMb * 1_000_000,
      maxPdfBytes: pdfMb * 1_000_000,
      maxKeys: keys,
      monthlyCredits: credits,
      retentionDays: days,
      pageShare: eighths / 8,
      maxPages,
    });
  },
);

// The table of contract 4.8, repeated as a check.
test.each([
  ['free', 25, 100, 10],
  ['starter', 100, 200, 25],
  ['growth', 500, 500, 50],
  ['scale', 1_000, 1_000, 100],
  ['scale-business', 2_500, 1_000, 250],
  ['scale-enterprise', 5_000, 1_000, 500],
] as const)(
  'the plan %s has a number of templates, versions and invitations',
  (id, templates, versions, invitations) => {
    expect(PLANS[id]).toMatchObject({
      maxTemplates: templates,
      maxVersions: versions,
      maxInvitations: invitations,
    });
  },
);

// The table of contract 13.5, repeated as a check.
test.each([
  ['free', 100, 2],
  ['starter', 250, 3],
  ['growth', 500, 6],
  ['scale', 1_000, 12],
  ['scale-business', 2_500, 24],
  ['scale-enterprise', 5_000, 48],
] as const)('the plan %s has a number of jobs', (id, maxOpenJobs, maxRunningJobs) => {
  expect(PLANS[id]).toMatchObject({ maxOpenJobs, maxRunningJobs });
});

// The table of contract 14.6, repeated as a check.
test.each([
  ['free', 2, 1_000, 5_000_000],
  ['starter', 3, 2_500, 10_000_000],
  ['growth', 5, 10_000, 25_000_000],
  ['scale', 10, 10_000, 50_000_000],
  ['scale-business', 20, 10_000, 100_000_000],
  ['scale-enterprise', 50, 10_000, 100_000_000],
] as const)('the plan %s has a number of batches', (id, maxOpenBatches, maxBatchRows, maxBatchBytes) => {
  expect(PLANS[id]).toMatchObject({ maxOpenBatches, maxBatchRows, maxBatchBytes });
});
