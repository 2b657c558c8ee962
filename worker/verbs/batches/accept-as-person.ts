import type { Environment } from '../../../schema/permissions.ts';
import type { Ctx, PersonActor } from '../../ctx.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { recordInTrail } from '../audit/record-in-trail.ts';
import { acceptBatch, type AcceptBatchInput, type AcceptedBatch } from './accept-batch.ts';

/** Counts and limits the request, and charges the rows, as with a key. @throws as `acceptBatch` */
export async function acceptBatchAsPerson(
  ctx: Ctx<PersonActor>,
  { environment, ...input }: Omit<AcceptBatchInput, 'key'> & { readonly environment: Environment },
): Promise<AcceptedBatch> {
  const key = { id: ctx.actor.id, environment };
  const admission = await ctx.ledger.admit({ keyId: key.id, plan: ctx.workspace.plan });
  if (admission.outcome === 'refused') throw refusalError(admission);
  const accepted = await acceptBatch(ctx, { ...input, key });
  const { batchId, rows, template } = accepted.batch;
  if (!accepted.isKnown) {
    const detail = { rows: rows.total, environment, template };
    await recordInTrail(ctx, auditEntry(ctx, 'batch.started', batchId, detail));
  }
  return accepted;
}
