import { batchAnswer } from '../../../../schema/api/batches.ts';
import { startBatchQuery } from '../../../../schema/console/batches.ts';
import type { Ctx, MemberActor } from '../../../ctx.ts';
import { acceptBatchAsPerson } from '../../../verbs/batches/accept-as-person.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { batchVerbs } from '../../shared/batches.ts';
import { createBatch } from '../../shared/create-batch.ts';
import { inWorkspace, inWorkspaceChange, memberRoute } from '../http/in-workspace.ts';

const read = batchVerbs.read(() => 0);

/** The route reads its body row by row, so its description has none. */
const start = verbRoute({
  method: 'post',
  path: '/',
  query: startBatchQuery,
  status: 202,
  answer: batchAnswer,
  run: async (ctx: Ctx<MemberActor>, { environment }, c) => ({
    data: await createBatch(c, (input) => acceptBatchAsPerson(ctx, { ...input, environment }), true),
  }),
});

export const batchRoutes = routerOf([
  memberRoute(start, inWorkspaceChange('admin'), 'The batch was accepted'),
  memberRoute(batchVerbs.list, inWorkspace('member'), 'A page of batches, newest first'),
  memberRoute(read, inWorkspace('member'), 'The batch, with a new address of its output'),
  memberRoute(batchVerbs.listRows, inWorkspace('member'), 'A page of rows, in their order'),
  memberRoute(batchVerbs.cancel, inWorkspaceChange('admin'), 'The batch is canceled'),
  memberRoute(batchVerbs.resume, inWorkspaceChange('admin'), 'The batch goes on'),
  memberRoute(batchVerbs.retryFailed, inWorkspaceChange('admin'), 'The failed rows are queued'),
]);
