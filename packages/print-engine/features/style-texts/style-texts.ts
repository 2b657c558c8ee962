import { isTagged } from '../../print/print-parameters.ts';
import type { Feature } from '../feature.ts';

/** Matches what may put a text into a page: a declaration of `content`, quotation marks, and style sheets by address. */
const MAY_HAVE_TEXTS = /\bcontent\s*(?::|\/\*)|<(?:q|link|script)\b|@import|\bfootnote\b/i;

/** Texts of style sheets get tags, which Chromium does not write. */
export const styleTexts: Feature = {
  isWanted: (job) =>
    isTagged(job) &&
    !job.picture &&
    !job.bandsOnly &&
    (Boolean(job.address) || MAY_HAVE_TEXTS.test(job.html)),
  open: async (run) => (await import('./text-steps.ts')).openTexts(run),
};
