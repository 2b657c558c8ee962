import type { RestoreStep } from '../../../schema/api/ledger-copy.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import { auditEntry } from '../../adapters/d1/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import type { RestoreProblem } from '../../objects/ledger/backup/backup-protocol.ts';
import { updatePlan } from '../../adapters/d1/workspaces.ts';

/**
 * One step of the restore of a ledger that was lost.
 *
 * @returns rows that the ledger has received
 * @throws {ApiError} `VALIDATION_ERROR`, `WORKSPACE_NOT_FOUND`
 */
export async function restoreLedger(ctx: Ctx, step: RestoreStep): Promise<number> {
  const { services, workspace, ledger } = ctx;
  const result = await ledger.restore(step);
  if ('problem' in result) throw toError(result);
  if (step.step === 'end') {
    const entry = auditEntry(ctx, 'workspace.restored', workspace.id, { rows: result.rows });
    await updatePlan(services.database, workspace.id, null, entry);
  }
  return result.rows;
}

const DETAILS = {
  'not-begun': 'step: must be "begin", and then "add" for each page',
  'not-lost': 'ledgerId: the ledger was not lost: the copy is of this ledger, or is restored already',
} as const;

function toError(found: RestoreProblem): ApiError {
  if (found.problem === 'closed') return new ApiError('WORKSPACE_NOT_FOUND');
  const detail = found.problem === 'row' ? `rows[${found.index}]: ${found.reason}` : DETAILS[found.problem];
  return invalidRequest([detail]);
}
