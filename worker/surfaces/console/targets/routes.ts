import { testedTargetAnswer } from '../../../../schema/console/targets.ts';
import { testTarget } from '../../../verbs/targets/test-target.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { targetParams, targetVerbs } from '../../shared/targets.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';
import { limitTargetTests } from '../http/limit-person.ts';

const test = verbRoute({
  method: 'post',
  path: '/{targetId}/test',
  params: targetParams,
  answer: testedTargetAnswer,
  async run(ctx, { targetId }) {
    const problem = await testTarget(ctx, targetId);
    return { data: problem === null ? { works: true as const } : { works: false as const, problem } };
  },
});

export const targetRoutes = routerOf([
  memberRoute(targetVerbs.list, inWorkspace('member'), 'The targets in their order'),
  memberRoute(
    targetVerbs.create,
    [...inWorkspaceForm('admin'), limitTargetTests],
    'The new target, after a successful test',
  ),
  memberRoute(targetVerbs.order, inWorkspaceForm('admin'), 'The targets in their new order'),
  memberRoute(
    test,
    [inWorkspace('admin'), limitTargetTests],
    'Whether the target works, and the problem if not',
  ),
  memberRoute(
    targetVerbs.remove,
    inWorkspaceChange('admin'),
    'The target was removed. Files that were copied there stay.',
  ),
]);
