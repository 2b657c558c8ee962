import { z } from 'zod';
import { deletedBody } from '../api/operator.ts';
import { answerOf } from '../api/paging.ts';

/** A link to the PDF of a preview, for people without an account. */

export const SHARE_VALID_MS = 86_400_000;

/** A workspace can have this many open shares. */
export const MAX_OPEN_SHARES = 50;

export const sharedPreview = z.object({
  id: z.string(),
  /** Name of a person. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The signed address. Anyone who has it can see the PDF. */
  url: z.url(),
});
export type SharedPreview = z.infer<typeof sharedPreview>;

export const sharedPreviewAnswer = answerOf(sharedPreview);

/** The open shares of a template, newest first. */
export const sharedPreviewsAnswer = answerOf(z.object({ shares: z.array(sharedPreview) }));

export const revokedShareAnswer = answerOf(deletedBody);
