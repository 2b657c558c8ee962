/** For a document that has to be accessible. Most have not, so it is a script of its own. */
import type { AccessReading, AccessRequest } from '../messages.ts';
import { BarrierFinder } from './access/find-barriers.ts';
import { listLinks } from './access/list-links.ts';

const readAccess = ({ readsContrast, readsLinks }: AccessRequest): AccessReading => ({
  barriers: new BarrierFinder(readsContrast).find(),
  links: readsLinks ? listLinks() : [],
});

Object.assign(globalThis, { readAccess });
