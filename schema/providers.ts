/** Kinds of a customer's own storage. Source: specification, section 1. */
export const EXTERNAL_PROVIDERS = ['s3', 'supabase'] as const;

export type ExternalProvider = (typeof EXTERNAL_PROVIDERS)[number];

/**
 * A workspace has this many targets at most. Copies run side by side, each with a connection to R2 and one to
 * its store, and a Worker has six. With five targets, one is always left to make progress.
 */
export const MAX_TARGETS = 5;

/**
 * What becomes of a copy: `pending` while it is made for the first time, `stored`, `failed` while it is
 * tried again, `abandoned` once that has gone on for 24 hours or cannot succeed any more.
 */
export const COPY_STATES = ['pending', 'stored', 'failed', 'abandoned'] as const;

export type CopyState = (typeof COPY_STATES)[number];
