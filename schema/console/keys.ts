import { z } from 'zod';
import { createKey as operatorsCreateKey, createdKeyBody } from '../api/operator.ts';
import { answerOf } from '../api/paging.ts';
import { ENVIRONMENTS, PERMISSIONS } from '../permissions.ts';

/** Source: contract 5.6. */

export const listedKey = z.object({
  id: z.string(),
  name: z.string(),
  environment: z.enum(ENVIRONMENTS),
  /** The first 8 characters: `pk_live_`. */
  prefix: z.string(),
  lastFour: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  status: z.enum(['Active', 'Revoked']),
  revokedAt: z.iso.datetime().nullable(),
});
export type ListedKey = z.infer<typeof listedKey>;

/** Newest first. */
export const keysOverview = z.object({
  keys: z.array(listedKey),
  /** Not counting revoked and expired keys. */
  active: z.int(),
  /** It is null if there is no limit. */
  limit: z.int().nullable(),
});
export type KeysOverview = z.infer<typeof keysOverview>;
export const keysAnswer = answerOf(keysOverview);

export const createKey = operatorsCreateKey.omit({ workspaceId: true });
export type CreateKey = z.infer<typeof createKey>;
export type CreatedKey = z.infer<typeof createdKeyBody>;
export const createdKeyAnswer = answerOf(createdKeyBody);

export const revokedKeyAnswer = answerOf(listedKey);
