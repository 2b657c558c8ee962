/** Source: contract 4.1. A megabyte is 1,000,000 bytes (contract 1.6). */
export const PLAN_IDS = ['free', 'starter', 'growth', 'scale', 'scale-business', 'scale-enterprise'] as const;

export type PlanId = (typeof PLAN_IDS)[number];

export interface Plan {
  /** Or `UNLIMITED`. */
  readonly requestsPerMinute: number;
  /** From the arrival of the request to the finished PDF. */
  readonly timeoutMs: number;
  /** UTF-8 bytes, before and after the placeholders are filled. */
  readonly maxHtmlBytes: number;
  readonly maxPdfBytes: number;
  /** The bytes of all uploaded PDFs that a workspace keeps (contract 2.6). */
  readonly maxUploadedBytes: number;
  /** The pages of one document, also of those that `pageRanges` leaves out. */
  readonly maxPages: number;
  /** Not counting revoked and expired keys. Or `UNLIMITED`. */
  readonly maxKeys: number;
  readonly maxTemplates: number;
  /** The versions that one template, asset or partial can have. */
  readonly maxVersions: number;
  /** Images, fonts and colour profiles (contract 20.5). */
  readonly maxAssets: number;
  /** The bytes of all their versions. */
  readonly maxAssetBytes: number;
  readonly maxPartials: number;
  /** Open invitations: not used, not revoked, not expired. */
  readonly maxInvitations: number;
  /** In a calendar month (UTC). */
  readonly monthlyCredits: number;
  readonly retentionDays: number;
  /** The part of each browser's pages that the workspace may use at the same time (contract 4.7). */
  readonly pageShare: number;
  /** Browsers that the workspace may use at the same time. Or `UNLIMITED`. */
  readonly maxBrowsers: number;
  /** Jobs that are queued or running (contract 13.5). */
  readonly maxOpenJobs: number;
  /** Jobs and rows of batches that run at the same time. */
  readonly maxRunningJobs: number;
  /** Batches that have not ended (contract 14.6). */
  readonly maxOpenBatches: number;
  /** The rows that one batch can have. */
  readonly maxBatchRows: number;
  /** The size of the body that starts a batch. */
  readonly maxBatchBytes: number;
}

/** Source: contract 4.2. */
export const UNLIMITED = 2_147_483_647;

const MB = 1_000_000;

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: {
    requestsPerMinute: 60,
    timeoutMs: 15_000,
    maxHtmlBytes: 2 * MB,
    maxPdfBytes: 10 * MB,
    maxUploadedBytes: 100 * MB,
    maxPages: 2_000,
    maxKeys: 1,
    maxTemplates: 25,
    maxVersions: 100,
    maxAssets: 50,
    maxAssetBytes: 50 * MB,
    maxPartials: 50,
    maxInvitations: 10,
    monthlyCredits: 100,
    retentionDays: 7,
    pageShare: 3 / 8,
    maxBrowsers: 2,
    maxOpenJobs: 100,
    maxRunningJobs: 2,
    maxOpenBatches: 2,
    maxBatchRows: 1_000,
    maxBatchBytes: 5 * MB,
  },
  starter: {
    requestsPerMinute: 120,
    timeoutMs: 30_000,
    maxHtmlBytes: 5 * MB,
    maxPdfBytes: 25 * MB,
    maxUploadedBytes: 500 * MB,
    maxPages: 5_000,
    maxKeys: 2,
    maxTemplates: 100,
    maxVersions: 200,
    maxAssets: 200,
    maxAssetBytes: 250 * MB,
    maxPartials: 200,
    maxInvitations: 25,
    monthlyCredits: 2_500,
    retentionDays: 30,
    pageShare: 3 / 8,
    maxBrowsers: 2,
    maxOpenJobs: 250,
    maxRunningJobs: 3,
    maxOpenBatches: 3,
    maxBatchRows: 2_500,
    maxBatchBytes: 10 * MB,
  },
  growth: {
    requestsPerMinute: 200,
    timeoutMs: 45_000,
    maxHtmlBytes: 10 * MB,
    maxPdfBytes: 50 * MB,
    maxUploadedBytes: 2_000 * MB,
    maxPages: 10_000,
    maxKeys: 5,
    maxTemplates: 500,
    maxVersions: 500,
    maxAssets: 1_000,
    maxAssetBytes: 1_000 * MB,
    maxPartials: 1_000,
    maxInvitations: 50,
    monthlyCredits: 10_000,
    retentionDays: 90,
    pageShare: 3 / 8,
    maxBrowsers: 4,
    maxOpenJobs: 500,
    maxRunningJobs: 6,
    maxOpenBatches: 5,
    maxBatchRows: 10_000,
    maxBatchBytes: 25 * MB,
  },
  scale: {
    requestsPerMinute: 400,
    timeoutMs: 120_000,
    maxHtmlBytes: 50 * MB,
    maxPdfBytes: 50 * MB,
    maxUploadedBytes: 5_000 * MB,
    maxPages: 20_000,
    maxKeys: 10,
    maxTemplates: 1_000,
    maxVersions: 1_000,
    maxAssets: 2_000,
    maxAssetBytes: 2_500 * MB,
    maxPartials: 2_000,
    maxInvitations: 100,
    monthlyCredits: 50_000,
    retentionDays: 180,
    pageShare: 4 / 8,
    maxBrowsers: 8,
    maxOpenJobs: 1_000,
    maxRunningJobs: 12,
    maxOpenBatches: 10,
    maxBatchRows: 10_000,
    maxBatchBytes: 50 * MB,
  },
  'scale-business': {
    requestsPerMinute: 1_000,
    timeoutMs: 240_000,
    maxHtmlBytes: 100 * MB,
    maxPdfBytes: 100 * MB,
    maxUploadedBytes: 20_000 * MB,
    maxPages: 50_000,
    maxKeys: 25,
    maxTemplates: 2_500,
    maxVersions: 1_000,
    maxAssets: 5_000,
    maxAssetBytes: 10_000 * MB,
    maxPartials: 5_000,
    maxInvitations: 250,
    monthlyCredits: 200_000,
    retentionDays: 365,
    pageShare: 4 / 8,
    maxBrowsers: 16,
    maxOpenJobs: 2_500,
    maxRunningJobs: 24,
    maxOpenBatches: 20,
    maxBatchRows: 10_000,
    maxBatchBytes: 100 * MB,
  },
  'scale-enterprise': {
    requestsPerMinute: UNLIMITED,
    timeoutMs: 300_000,
    maxHtmlBytes: 250 * MB,
    maxPdfBytes: 250 * MB,
    maxUploadedBytes: 100_000 * MB,
    maxPages: 100_000,
    maxKeys: UNLIMITED,
    maxTemplates: 5_000,
    maxVersions: 1_000,
    maxAssets: 10_000,
    maxAssetBytes: 50_000 * MB,
    maxPartials: 10_000,
    maxInvitations: 500,
    monthlyCredits: 1_000_000,
    retentionDays: 730,
    pageShare: 5 / 8,
    maxBrowsers: UNLIMITED,
    maxOpenJobs: 5_000,
    maxRunningJobs: 48,
    maxOpenBatches: 50,
    maxBatchRows: 10_000,
    maxBatchBytes: 100 * MB,
  },
};

/** Applies to every plan. Source: contract 5.4. */
export const TEST_RETENTION_MS = 24 * 60 * 60 * 1000;

/** Source: contract 7.2. */
export const SIGNED_URL_VALIDITY_MS = 24 * 60 * 60 * 1000;

/** Source: contract 9. */
export const IDEMPOTENCY_WINDOW_MS = 24 * 60 * 60 * 1000;

/** The window starts with its first request. Source: contract 4.2. */
export const RATE_WINDOW_MS = 60_000;
