import { invalidRequest } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { selectTargets, type TargetRecord, updatePositions } from '../../adapters/d1/targets.ts';

/** @throws {ApiError} `VALIDATION_ERROR` if a target is missing, unknown or named twice */
export async function orderTargets(ctx: Ctx, ids: readonly string[]): Promise<TargetRecord[]> {
  const { services, workspace, ledger } = ctx;
  const existing = await selectTargets(services.database, workspace.id);
  const named = new Set(ids);
  const complete = named.size === ids.length && existing.length === ids.length;
  if (!complete || !existing.every(({ id }) => named.has(id))) {
    throw invalidRequest(['ids: must name every target of the workspace once']);
  }
  const [first, ...rest] = ids;
  if (first !== undefined) {
    const entry = auditEntry(ctx, 'target.ordered', first);
    await updatePositions(services.database, workspace.id, [first, ...rest], entry);
  }
  await ledger.noteChanged('targets');
  return selectTargets(services.database, workspace.id);
}
