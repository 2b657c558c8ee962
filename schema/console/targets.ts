import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { createTarget as operatorsCreateTarget, targetBody, targetList } from '../api/targets.ts';
import { MAX_TARGETS } from '../providers.ts';
import { idText } from '../text.ts';

/** The targets, in the order of their positions. */
export const targetsAnswer = answerOf(targetList);
export const targetAnswer = answerOf(targetBody);

const [s3, supabase] = operatorsCreateTarget.options;
export const createTarget = z.discriminatedUnion('provider', [
  s3.omit({ workspaceId: true }),
  supabase.omit({ workspaceId: true }),
]);
export type CreateTarget = z.infer<typeof createTarget>;

export const orderTargets = z.object({ ids: z.array(idText()).max(MAX_TARGETS) });

export const testedTargetAnswer = answerOf(
  z.discriminatedUnion('works', [
    z.object({ works: z.literal(true) }),
    z.object({ works: z.literal(false), problem: z.string() }),
  ]),
);
