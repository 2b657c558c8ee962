/** Reads a document that must be accessible. Few must be, so this is a separate script. */
import type { AccessReading, AccessRequest } from '../access-messages.ts';
import { BarrierFinder } from './access/find-barriers.ts';
import { listLinks } from './access/list-links.ts';

const readAccess = ({ readsContrast, readsLinks }: AccessRequest): AccessReading => ({
  barriers: new BarrierFinder(readsContrast).find(),
  links: readsLinks ? listLinks() : [],
});

Object.assign(globalThis, { readAccess });
