import { z } from 'zod';
import { ENVIRONMENTS } from '../permissions.ts';

/** The PDFs of a test batch have the mark of a test key, and cost nothing. */
export const startBatchQuery = z.object({ environment: z.enum(ENVIRONMENTS) });
