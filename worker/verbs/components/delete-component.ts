import { deleteComponentRows } from '../../adapters/d1/components.ts';
import { findUses } from '../../adapters/d1/components.ts';
import { componentKey } from '../../adapters/r2/keys.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { deleteObjects } from '../write/delete-objects.ts';
import { getComponent, type ComponentReference } from './get-component.ts';
import { KINDS } from './component-kinds.ts';

/** An error names this many templates at most. */
const NAMED_USES = 10;

/**
 * Deletes a component with all its versions. The rows go first: a row must not outlive its object.
 *
 * @throws {ApiError} `PART_IN_USE`, `ASSET_NOT_FOUND`, `PARTIAL_NOT_FOUND`
 */
export async function deleteComponent(
  ctx: Ctx,
  { kind, name }: Omit<ComponentReference, 'version'>,
): Promise<void> {
  const { services, workspace, ledger } = ctx;
  const { component } = await getComponent(ctx, { kind, name });
  const entry = auditEntry(ctx, KINDS[kind].deleted, component.id, { name });
  const deleted = await deleteComponentRows(services.database, component, entry);
  if (deleted.length === 0) {
    const uses = await findUses(services.database, component, NAMED_USES, '');
    // If nobody uses it, a parallel request has deleted it.
    if (uses.length === 0) throw new ApiError(KINDS[kind].notFound);
    const details = uses.map(
      ({ name: template, templateId, versions }) =>
        `the template "${template}" (${templateId}) uses it in ${versions === 1 ? '1 version' : `${versions} versions`}`,
    );
    throw new ApiError('PART_IN_USE', { details });
  }
  await ledger.noteChanged('templates');
  await deleteObjects(
    ctx,
    deleted.map((version) => componentKey(workspace.id, version)),
  );
}
