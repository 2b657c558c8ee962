import type { Feature } from '../feature.ts';

/** Controls of the document become fields that can be filled. Source: contract 6.8. */
export const forms: Feature = {
  isWanted: (job) => job.forms === true,
  open: async (run) => (await import('./form-steps.ts')).openForm(run),
};
