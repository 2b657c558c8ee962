import { createRoute } from '@hono/zod-openapi';
import { batchAnswer } from '../../../../schema/api/batches.ts';
import { startBatchQuery } from '../../../../schema/console/batches.ts';
import { acceptBatchAsPerson } from '../../../verbs/batches/accept-as-person.ts';
import { answer } from '../../http/answer.ts';
import { jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { batchVerbs } from '../../shared/batches.ts';
import { createBatch } from '../../shared/create-batch.ts';
import { inWorkspace, inWorkspaceChange, memberCtx, memberRoute } from '../http/in-workspace.ts';

const read = batchVerbs.read(() => 0);

/** The route reads its body row by row, so its description has none. */
const starting = createRoute({
  method: 'post',
  path: '/',
  middleware: inWorkspaceChange('admin'),
  request: { query: startBatchQuery },
  responses: { 202: jsonResponse('The batch was accepted', batchAnswer) },
});

export const batchRoutes = validatingRouter()
  .openapi(starting, async (c) => {
    const { environment } = c.req.valid('query');
    const batch = await createBatch(c, (input) =>
      acceptBatchAsPerson(memberCtx(c), { ...input, environment }),
    );
    return c.json(answer(c, batch), 202);
  })
  .openapiRoutes([
    memberRoute(batchVerbs.list, inWorkspace('member'), 'A page of batches, newest first'),
    memberRoute(read, inWorkspace('member'), 'The batch, with a new address of its output'),
    memberRoute(batchVerbs.listRows, inWorkspace('member'), 'A page of rows, in their order'),
    memberRoute(batchVerbs.cancel, inWorkspaceChange('admin'), 'The batch is canceled'),
    memberRoute(batchVerbs.resume, inWorkspaceChange('admin'), 'The batch goes on'),
    memberRoute(batchVerbs.retryFailed, inWorkspaceChange('admin'), 'The failed rows are queued'),
  ]);
