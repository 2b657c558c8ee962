/** Kinds of external storage. Source: contract 8.1. */
export const EXTERNAL_PROVIDERS = ['s3', 'supabase'] as const;

export type ExternalProvider = (typeof EXTERNAL_PROVIDERS)[number];

/**
 * Targets of a workspace. Copies run in parallel, each with a connection to R2 and one to its store, and a Worker may
 * have six connections. With five targets there is always one more connection to make progress.
 */
export const MAX_TARGETS = 5;

/**
 * `pending`: the first attempt runs. `failed`: it will be tried again. `abandoned`: it was tried for 24 hours, or
 * cannot succeed.
 */
export const COPY_STATES = ['pending', 'stored', 'failed', 'abandoned'] as const;

export type CopyState = (typeof COPY_STATES)[number];
