import { validatingRouter } from '../../http/validating-router.ts';
import { batchVerbs } from '../../shared/batches.ts';
import { inWorkspace, inWorkspaceChange, memberRoute } from '../http/in-workspace.ts';

const read = batchVerbs.read(() => 0);

export const batchRoutes = validatingRouter().openapiRoutes([
  memberRoute(batchVerbs.list, inWorkspace('member'), 'A page of batches, newest first'),
  memberRoute(read, inWorkspace('member'), 'The batch, with a new address of its output'),
  memberRoute(batchVerbs.listRows, inWorkspace('member'), 'A page of rows, in their order'),
  memberRoute(batchVerbs.cancel, inWorkspaceChange('admin'), 'The batch is canceled'),
  memberRoute(batchVerbs.resume, inWorkspaceChange('admin'), 'The batch goes on'),
  memberRoute(batchVerbs.retryFailed, inWorkspaceChange('admin'), 'The failed rows are queued'),
]);
