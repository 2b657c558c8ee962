import { looksFor } from './faults.ts';
import type { findGlyphsOfPicture as ofPicture, findMissingGlyphs as ofPdf } from './missing-glyphs.ts';

// Most jobs do not look for them, so their code is loaded at first use.
const load = () => import('./missing-glyphs.ts');

export const findMissingGlyphs: typeof ofPdf = async (run, ...terms) =>
  looksFor(run.job, 'glyphs') ? (await load()).findMissingGlyphs(run, ...terms) : [];

export const findGlyphsOfPicture: typeof ofPicture = async (run) => {
  if (looksFor(run.job, 'glyphs')) await (await load()).findGlyphsOfPicture(run);
};
