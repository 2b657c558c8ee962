/** Builds the dashboard and what the page at `/docs` loads. The local service runs this beside itself. */
import { constants, setPriority } from 'node:os';
import { buildPages } from './build-all.ts';

// Requests go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await buildPages();
