import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { createTarget as operatorsCreateTarget, targetBody } from '../api/targets.ts';

/**
 * External storage in the dashboard. `GET /console/workspaces/{ws}/targets` (any role), in their order;
 * `POST` the same and `DELETE …/{targetId}` (admin); `PUT …/targets/order` (admin);
 * `POST …/{targetId}/test` (admin): tries put, sign, get and delete of a probe object.
 */
export const targetsAnswer = answerOf(z.object({ targets: z.array(targetBody) }));
export const targetAnswer = answerOf(targetBody);

const [s3, supabase] = operatorsCreateTarget.options;
export const createTarget = z.discriminatedUnion('provider', [
  s3.omit({ workspaceId: true }),
  supabase.omit({ workspaceId: true }),
]);
export type CreateTarget = z.infer<typeof createTarget>;

export const orderTargets = z.object({ ids: z.array(z.string()) });

/** `problem`: what the store said, in words. */
export const testedTargetAnswer = answerOf(
  z.discriminatedUnion('works', [
    z.object({ works: z.literal(true) }),
    z.object({ works: z.literal(false), problem: z.string() }),
  ]),
);
