import type { Feature } from '../features/feature.ts';
import { isReadForAccess } from './faults.ts';

/** Barriers in the document become warnings, faults, or the reason why it cannot be PDF/UA. */
export const accessibility: Feature = {
  isWanted: isReadForAccess,
  open: async (run) => (await import('./read-access.ts')).openReading(run),
};
