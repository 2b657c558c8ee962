import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { createTarget as operatorsCreateTarget, targetBody } from '../api/targets.ts';

/**
 * External storage in the dashboard. `GET /console/workspaces/{ws}/targets` (any role) lists the targets in their
 * order. `POST` to the same path, `DELETE …/{targetId}`, `PUT …/targets/order` and `POST …/{targetId}/test` need an
 * admin. The test puts, signs, gets and deletes a small object.
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

/** `problem`: the error of the store. */
export const testedTargetAnswer = answerOf(
  z.discriminatedUnion('works', [
    z.object({ works: z.literal(true) }),
    z.object({ works: z.literal(false), problem: z.string() }),
  ]),
);
