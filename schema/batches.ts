/** Source: contract 14.2. */
export const BATCH_STATES = [
  'queued',
  'running',
  'paused',
  'assembling',
  'completed',
  'failed',
  'canceled',
] as const;

export type BatchState = (typeof BATCH_STATES)[number];

/** Source: contract 14.3. */
export const ROW_STATES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;

export type RowState = (typeof ROW_STATES)[number];

export const BATCH_OUTPUTS = ['files', 'zip', 'merged'] as const;

export type BatchOutput = (typeof BATCH_OUTPUTS)[number];

/** `none`: the batch has no output of its own. */
export const OUTPUT_STATES = ['none', 'pending', 'assembling', 'ready', 'failed'] as const;

export type OutputState = (typeof OUTPUT_STATES)[number];

/** `stop`: the first row that fails ends the batch. */
export const ON_ROW_ERROR = ['continue', 'stop'] as const;

export type OnRowError = (typeof ON_ROW_ERROR)[number];

/** The reason why a batch is paused. */
export const PAUSE_REASONS = ['NO_CREDITS_AVAILABLE'] as const;

export type PauseReason = (typeof PAUSE_REASONS)[number];

export const MAX_EXTERNAL_ID_CHARACTERS = 255;

/** The JSON of one row has at most this size, and so have the settings. */
export const MAX_ROW_BYTES = 1_000_000;
