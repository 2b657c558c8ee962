import { SIGNED_URL_VALIDITY_MS } from '../../schema/plans.ts';
import type { CopyRecord, FileRecord } from '../ledger/protocol.ts';
import type { Services } from '../services.ts';
import { openTarget } from './open-target.ts';
import { selectTargets, type TargetRecord } from './queries.ts';

/** Supabase has to be asked for each address; nobody waits longer than this for one. */
const BUDGET_MS = 3_000;

/**
 * The file with addresses of its copies that are valid for 24 hours from now. A copy whose target was
 * removed, or whose store does not sign, keeps the address that it has.
 */
export async function signCopies(
  services: Services,
  workspaceId: string,
  file: FileRecord,
): Promise<FileRecord> {
  if (file.copies.every(({ state }) => state !== 'stored')) return file;
  const targets = await selectTargets(services.database, workspaceId);
  const copies = file.copies.map(async (copy) => {
    const target = targets.find(({ id }) => id === copy.targetId);
    return copy.state === 'stored' && target !== undefined ? sign(services, target, file, copy) : copy;
  });
  return { ...file, copies: await Promise.all(copies) };
}

async function sign(
  services: Services,
  target: TargetRecord,
  { fileId, filename }: FileRecord,
  copy: CopyRecord,
): Promise<CopyRecord> {
  try {
    const store = await openTarget(services, target);
    const signal = AbortSignal.timeout(BUDGET_MS);
    const { url, expiresAt } = await store.sign(copy.key, filename, SIGNED_URL_VALIDITY_MS, signal);
    return { ...copy, url, urlExpiresAt: expiresAt };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    console.warn(JSON.stringify({ event: 'copy_not_signed', fileId, targetId: target.id, cause }));
    return copy;
  }
}
