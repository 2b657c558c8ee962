import type { CreateWorkspace } from '../../schema/api/operator.ts';
import { newId } from '../../schema/ids.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { insertWorkspace, type WorkspaceRecord } from './queries.ts';

/** Its ledger needs no making: an object that was never asked holds nothing, which is where one starts. */
export async function createWorkspace(
  services: Services,
  actor: Actor,
  input: CreateWorkspace,
): Promise<WorkspaceRecord> {
  const workspace = {
    id: newId('ws'),
    name: input.name,
    plan: input.plan ?? 'free',
    createdAt: new Date(services.now()).toISOString(),
  };
  await insertWorkspace(services.database, workspace, {
    workspaceId: workspace.id,
    at: workspace.createdAt,
    actor,
    action: 'workspace.created',
    subject: workspace.id,
    detail: { name: workspace.name, plan: workspace.plan },
  });
  return workspace;
}
