/** Source: contract 8.1. */
export const EXTERNAL_PROVIDERS = ['s3', 'supabase'] as const;

export type ExternalProvider = (typeof EXTERNAL_PROVIDERS)[number];

/**
 * A Worker may have six connections. Copies run in parallel, and each needs one to R2 and one to its store.
 * With five copies, the sixth connection lets one of them continue.
 */
export const MAX_TARGETS = 5;

/** `failed` is tried again. `abandoned` is not: 24 hours are over, or it cannot succeed. */
export const COPY_STATES = ['pending', 'stored', 'failed', 'abandoned'] as const;

export type CopyState = (typeof COPY_STATES)[number];
