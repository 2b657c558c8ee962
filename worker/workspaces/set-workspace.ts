import type { SetWorkspace } from '../../schema/api/operator.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../ctx.ts';
import { clearKeyCache } from '../keys/find-key.ts';
import type { Account } from '../ledger/protocol.ts';
import { updatePlan } from './queries.ts';

export async function setWorkspace(
  ctx: Ctx,
  { plan, quotaUsed, credits }: SetWorkspace,
): Promise<Account & Pick<Ctx['workspace'], 'plan'>> {
  const { services, workspace, ledger } = ctx;
  const adjusted = {
    ...(quotaUsed === undefined ? {} : { quotaUsed }),
    ...(credits === undefined ? {} : { credits }),
  };
  const detail = { ...(plan === undefined ? {} : { plan }), ...adjusted };
  const entry = auditEntry(ctx, 'workspace.changed', workspace.id, detail);
  await updatePlan(services.database, workspace.id, plan ?? null, entry);
  clearKeyCache();
  await ledger.adjust(adjusted);
  const planNow = plan ?? workspace.plan;
  return { plan: planNow, ...(await ledger.account(planNow)) };
}
