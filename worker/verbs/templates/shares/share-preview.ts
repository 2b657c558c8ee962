import type { PrintedPdf } from '../../../../renderer/renderer.ts';
import { newId } from '../../../../schema/ids.ts';
import { MAX_OPEN_SHARES, SHARE_VALID_MS } from '../../../../schema/console/shares.ts';
import { shareKey } from '../../../adapters/r2/keys.ts';
import type { Ctx, PersonActor } from '../../../ctx.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { ShareRecord } from '../../../objects/ledger/shares/share-list.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import { recordInTrail } from '../../audit/record-in-trail.ts';
import { getLatestVersion } from '../get-template.ts';
import { type DraftTerms, previewDraft } from '../preview-template.ts';

/**
 * Prints a preview once and keeps its PDF for a day. Anyone with the link can see it. A view prints nothing.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`, `SHARE_LIMIT_REACHED`; what `previewDraft` throws
 */
export async function sharePreview(
  ctx: Ctx<PersonActor>,
  { templateId, ...draft }: DraftTerms & { readonly templateId: string },
): Promise<ShareRecord> {
  const { ledger, services, actor } = ctx;
  const { template } = await getLatestVersion(ctx, templateId);
  const createdAt = services.now();
  // A signature counts in seconds.
  const expiresAt = Math.ceil((createdAt + SHARE_VALID_MS) / 1_000) * 1_000;
  const share = { shareId: newId('share'), templateId, createdBy: actor.name, createdAt, expiresAt };
  if (!(await ledger.openShare(share, MAX_OPEN_SHARES))) {
    throw new ApiError('SHARE_LIMIT_REACHED', { values: { limit: String(MAX_OPEN_SHARES) } });
  }
  try {
    await storePdf(ctx, share, await previewDraft(ctx, draft));
    await requireOpen(ctx, share);
  } catch (error) {
    await ledger.removeShare(templateId, share.shareId);
    await services.fileStore.delete([shareKey(share.shareId)]);
    throw error;
  }
  await recordInTrail(ctx, auditEntry(ctx, 'preview.shared', templateId, { name: template.name }));
  return share;
}

/** While the PDF was printed, the share may have been revoked, or the template deleted. */
async function requireOpen(ctx: Ctx, { templateId, shareId }: ShareRecord): Promise<void> {
  const open = await listShares(ctx, templateId);
  if (!open.some((share) => share.shareId === shareId)) throw new ApiError('SHARE_NOT_FOUND');
}

async function storePdf(
  { services, workspace }: Ctx,
  { shareId, expiresAt }: ShareRecord,
  { body, sizeBytes }: PrintedPdf,
): Promise<void> {
  await services.fileStore.put(shareKey(shareId), body, sizeBytes, {
    contentType: 'application/pdf',
    contentDisposition: 'inline; filename="preview.pdf"',
    custom: { workspaceId: workspace.id, expiresAt: String(expiresAt) },
  });
}

/** Returns the open shares, newest first. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function listShares(ctx: Ctx, templateId: string): Promise<readonly ShareRecord[]> {
  await getLatestVersion(ctx, templateId);
  return ctx.ledger.listShares(templateId);
}

/** Ends the link at once. @throws {ApiError} `TEMPLATE_NOT_FOUND`, `SHARE_NOT_FOUND` */
export async function revokeShare(
  ctx: Ctx,
  { templateId, shareId }: { readonly templateId: string; readonly shareId: string },
): Promise<void> {
  const { template } = await getLatestVersion(ctx, templateId);
  if (!(await ctx.ledger.removeShare(templateId, shareId))) throw new ApiError('SHARE_NOT_FOUND');
  await recordInTrail(ctx, auditEntry(ctx, 'preview.unshared', templateId, { name: template.name }));
}
