/** What a stored request asks for. */
export const JOB_KINDS = ['generate', 'merge', 'split', 'finish'] as const;

export type JobKind = (typeof JOB_KINDS)[number];
