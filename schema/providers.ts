/** Source: contract 8.1. */
export const EXTERNAL_PROVIDERS = ['s3', 'supabase'] as const;

export type ExternalProvider = (typeof EXTERNAL_PROVIDERS)[number];

/** Copies are made two at a time. If all stores hang, a request waits half a minute for five of them. */
export const MAX_TARGETS = 5;

/** `failed` is tried again. `abandoned` is not: 24 hours are over, or it cannot succeed. */
export const COPY_STATES = ['pending', 'stored', 'failed', 'abandoned'] as const;

export type CopyState = (typeof COPY_STATES)[number];
