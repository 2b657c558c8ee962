import { SIGNED_URL_VALIDITY_MS } from '../../../schema/plans.ts';
import type { BaseCtx, Ctx } from '../../ctx.ts';
import type { CopyRecord, FileRecord } from '../../objects/ledger/protocol.ts';
import { openTarget } from './open-target.ts';
import { selectTargets, type TargetRecord } from '../../adapters/d1/targets.ts';

/** Supabase needs one request for each URL. */
const BUDGET_MS = 3_000;

/** A copy keeps its old URL if its target was removed or its store does not sign. */
export async function signCopies(ctx: Ctx, file: FileRecord): Promise<FileRecord> {
  if (file.copies.every(({ state }) => state !== 'stored')) return file;
  const targets = await selectTargets(ctx.services.database, ctx.workspace.id);
  const copies = file.copies.map(async (copy) => {
    const target = targets.find(({ id }) => id === copy.targetId);
    return copy.state === 'stored' && target !== undefined ? sign(ctx, target, file, copy) : copy;
  });
  return { ...file, copies: await Promise.all(copies) };
}

async function sign(
  ctx: BaseCtx,
  target: TargetRecord,
  { fileId, filename, mediaType }: FileRecord,
  copy: CopyRecord,
): Promise<CopyRecord> {
  try {
    const store = await openTarget(ctx, target);
    const signal = AbortSignal.timeout(BUDGET_MS);
    const { url, expiresAt } = await store.sign(
      copy.key,
      { filename, mediaType },
      SIGNED_URL_VALIDITY_MS,
      signal,
    );
    return { ...copy, url, urlExpiresAt: expiresAt };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    console.warn(JSON.stringify({ event: 'copy_not_signed', fileId, targetId: target.id, cause }));
    return copy;
  }
}
