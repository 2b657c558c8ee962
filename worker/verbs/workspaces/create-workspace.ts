import type { CreateWorkspace } from '../../../schema/api/operator.ts';
import { newId } from '../../../schema/ids.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { InstanceCtx } from '../../ctx.ts';
import { insertWorkspace, type WorkspaceRecord } from '../../adapters/d1/workspaces.ts';

/** A ledger needs no creation: a Durable Object that was never called is an empty ledger. */
export async function createWorkspace(ctx: InstanceCtx, input: CreateWorkspace): Promise<WorkspaceRecord> {
  const { name, plan } = input;
  const workspace = newWorkspace(name, ctx.services.now(), plan);
  const entry = auditEntry({ ...ctx, workspace }, 'workspace.created', workspace.id, {
    name,
    plan: workspace.plan,
  });
  await insertWorkspace(ctx.services.database, workspace, entry);
  return workspace;
}

export const newWorkspace = (name: string, now: number, plan: PlanId = 'free'): WorkspaceRecord => ({
  id: newId('ws'),
  name,
  plan,
  createdAt: new Date(now).toISOString(),
});
