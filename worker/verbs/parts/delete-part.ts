import { deletePartRows } from '../../adapters/d1/shared-part-changes.ts';
import { findUses } from '../../adapters/d1/shared-parts.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { deleteObjects } from './delete-objects.ts';
import { getPart, type PartReference } from './get-part.ts';
import { KINDS } from './part-kinds.ts';

/** An error names this many templates at most. */
const NAMED_USES = 10;

/**
 * Deletes a part with all its versions. The rows go first: a row must not outlive its object.
 *
 * @throws {ApiError} `PART_IN_USE`, `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND`
 */
export async function deletePart(ctx: Ctx, { kind, name }: Omit<PartReference, 'version'>): Promise<void> {
  const { services, ledger } = ctx;
  const { part } = await getPart(ctx, { kind, name });
  const entry = auditEntry(ctx, KINDS[kind].deleted, part.id, { name });
  const deleted = await deletePartRows(services.database, part, entry);
  if (deleted.length === 0) {
    const uses = await findUses(services.database, part, NAMED_USES, '');
    // If nobody uses it, a parallel request has deleted it.
    if (uses.length === 0) throw new ApiError(KINDS[kind].notFound);
    const details = uses.map(
      ({ name: template, templateId, versions }) =>
        `the template "${template}" (${templateId}) uses it in ${versions === 1 ? '1 version' : `${versions} versions`}`,
    );
    throw new ApiError('PART_IN_USE', { details });
  }
  await ledger.noteChanged('templates');
  await deleteObjects(ctx, deleted);
}
