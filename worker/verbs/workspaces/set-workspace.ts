import type { SetWorkspace } from '../../../schema/api/operator.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { clearKeyCache } from '../keys/find-key.ts';
import type { Account } from '../../objects/ledger/protocol.ts';
import { updatePlan } from '../../adapters/d1/workspaces.ts';

/** The ledger comes first: the next request has the new plan at every location. */
export async function setWorkspace(
  ctx: Ctx,
  { plan, quotaUsed, credits }: SetWorkspace,
): Promise<Account & Pick<Ctx['workspace'], 'plan'>> {
  const { services, workspace, ledger } = ctx;
  const change = {
    ...(plan === undefined ? {} : { plan }),
    ...(quotaUsed === undefined ? {} : { quotaUsed }),
    ...(credits === undefined ? {} : { credits }),
  };
  await ledger.adjust(change);
  const entry = auditEntry(ctx, 'workspace.changed', workspace.id, change);
  await updatePlan(services.database, workspace.id, plan ?? null, entry);
  clearKeyCache();
  const planNow = plan ?? workspace.plan;
  return { plan: planNow, ...(await ledger.account(planNow)) };
}
