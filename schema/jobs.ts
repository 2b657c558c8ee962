/** Source: contract 13.2. */
export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** A request waits at most this long for its job (contract 13.1). */
export const MAX_WAIT_SECONDS = 60;
