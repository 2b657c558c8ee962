import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { email, password } from './session.ts';

/** A person who has an account and cannot sign in. */
export const createRecovery = z.object({ email });

export const createdRecovery = z.object({
  id: z.string().meta({ description: 'The id of the person.' }),
  email: z.string(),
  url: z.string().meta({ description: 'Works once, until `expiresAt`. It is not shown again.' }),
  expiresAt: z.iso.datetime(),
});

const recoveryPreview = z.object({ name: z.string(), email: z.string(), expiresAt: z.iso.datetime() });
export type RecoveryPreview = z.infer<typeof recoveryPreview>;

export const recoveryPreviewAnswer = answerOf(recoveryPreview);

export const recoveryUse = z.object({ password });
