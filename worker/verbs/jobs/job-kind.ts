/** A stored request asks for one of these. */
export const JOB_KINDS = ['generate', 'merge', 'split', 'finish'] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/** A split knows how many files it makes, and how many credits it needs, only after it has read its source. */
export const takesCreditsLater = (kind: JobKind): boolean => kind === 'split';
