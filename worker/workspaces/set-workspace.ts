import type { SetWorkspace } from '../../schema/api/operator.ts';
import type { Actor } from '../audit/queries.ts';
import { forgetKeys } from '../keys/find-key.ts';
import type { Account } from '../ledger/protocol.ts';
import type { Services } from '../services.ts';
import { getWorkspace } from './get-workspace.ts';
import { updatePlan, type WorkspaceRecord } from './queries.ts';

/**
 * Changes what the operator names: the plan, the quota used this month, the credits bought.
 *
 * @throws {ApiError} `WORKSPACE_NOT_FOUND`
 */
export async function setWorkspace(
  services: Services,
  actor: Actor,
  workspaceId: string,
  { plan, quotaUsed, credits }: SetWorkspace,
): Promise<WorkspaceRecord & Account> {
  const workspace = await getWorkspace(services, workspaceId);
  const ledger = services.ledger(workspaceId);
  const adjusted = {
    ...(quotaUsed === undefined ? {} : { quotaUsed }),
    ...(credits === undefined ? {} : { credits }),
  };
  await updatePlan(services.database, workspaceId, plan ?? null, {
    workspaceId,
    at: new Date(services.now()).toISOString(),
    actor,
    action: 'workspace.changed',
    subject: workspaceId,
    detail: { ...(plan === undefined ? {} : { plan }), ...adjusted },
  });
  forgetKeys();
  await ledger.adjust(adjusted);
  const planNow = plan ?? workspace.plan;
  return { ...workspace, plan: planNow, ...(await ledger.account(planNow)) };
}
