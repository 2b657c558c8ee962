import { z } from 'zod';
import { ROTATED_SECRETS } from '../secrets.ts';

const use = z.object({
  what: z.string(),
  count: z.int().optional(),
  /** After this time, nothing of this kind is left. */
  until: z.iso.datetime().optional(),
});

export const secretState = z.object({
  secret: z.enum(ROTATED_SECRETS),
  /** The name of the variable that is in use. Null if there is none. */
  inUse: z.string().nullable(),
  /** Null for the first one. */
  since: z.iso.datetime().nullable(),
  /** The variables that come into use later. */
  next: z.array(z.string()),
  /** The variables that were in use before. */
  earlier: z.array(z.string()),
  /** What would be lost without the earlier ones. Empty: they can be deleted. */
  neededBy: z.array(use),
});
export type SecretState = z.infer<typeof secretState>;

export const secretList = z.object({ secrets: z.array(secretState) });
