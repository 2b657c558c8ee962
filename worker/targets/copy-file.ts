import { externalKey, type KeyParts } from '../../schema/external-key.ts';
import { SIGNED_URL_VALIDITY_MS } from '../../schema/plans.ts';
import type { BaseCtx, Ctx } from '../ctx.ts';
import type { CopyRecord, CopyReport, FileRecord } from '../ledger/protocol.ts';
import { DecryptionError } from '../storage/credential-vault.ts';
import type { ExternalStore, SignedUrl } from '../storage/external-store.ts';
import { pdfKey } from '../storage/keys.ts';
import { StoreError, toStoreError } from '../storage/store-error.ts';
import { CREDENTIALS_LOST, openTarget } from './open-target.ts';
import type { TargetRecord } from './queries.ts';

/**
 * While the request waits, a copy has three attempts with a time limit each (contract 8.2). A store that hangs delays
 * the answer by ten seconds.
 */
const BUDGETS_MS = [5_000, 3_000, 2_000] as const;

/** Before the second attempt; twice as long before the third. */
const PAUSE_MS = 100;

/** One copy for each target, not made yet. */
export const plannedCopies = (targets: readonly TargetRecord[], file: KeyParts): CopyRecord[] =>
  targets.map((target) => ({
    targetId: target.id,
    provider: target.provider,
    name: target.name,
    key: externalKey(target.keyPrefix, target.keyPattern, file),
    state: 'pending',
    attempts: 0,
    lastError: null,
    url: null,
    urlExpiresAt: null,
    updatedAt: file.createdAt,
  }));

/**
 * Copies a stored file to every target in parallel, and reports the results to the ledger. It never throws: the
 * ledger's alarm repeats a copy that failed or that was not reported.
 *
 * @returns the file with the new state of its copies
 */
export async function copyFile(
  ctx: Ctx,
  { file, targets }: { readonly file: FileRecord; readonly targets: readonly TargetRecord[] },
): Promise<FileRecord> {
  const reports = await Promise.all(
    file.copies.flatMap((copy) => {
      const target = targets.find(({ id }) => id === copy.targetId);
      return target === undefined
        ? []
        : [copyTo(ctx, { target, file, key: copy.key, budgetsMs: BUDGETS_MS })];
    }),
  );
  try {
    return (await ctx.ledger.reportCopies(file.fileId, reports)) ?? file;
  } catch (error) {
    console.error(JSON.stringify({ event: 'copies_not_noted', fileId: file.fileId, cause: String(error) }));
    return file;
  }
}

interface Copy {
  readonly target: TargetRecord;
  readonly file: Pick<FileRecord, 'fileId' | 'filename'>;
  /** In the target's bucket. */
  readonly key: string;
  /** The time limit of each attempt. */
  readonly budgetsMs: readonly number[];
}

/** Copies a file to one target. It stops at the first attempt that succeeds. */
export async function copyTo(ctx: BaseCtx, { target, file, key, budgetsMs }: Copy): Promise<CopyReport> {
  const targetId = target.id;
  let failure: CopyReport = { targetId, attempts: 0, outcome: 'hopeless', error: 'No attempt was made.' };
  for (const [index, budgetMs] of budgetsMs.entries()) {
    const attempts = index + 1;
    if (index > 0) await scheduler.wait(PAUSE_MS * index);
    try {
      const signal = AbortSignal.timeout(budgetMs);
      const store = await openTarget(ctx, target);
      const { url, expiresAt } = await send(ctx, store, file, key, signal);
      return { targetId, attempts, outcome: 'stored', url, urlExpiresAt: expiresAt };
    } catch (error) {
      const { message, retryable } = explain(error);
      failure = { targetId, attempts, outcome: 'failed', error: message, retryable };
      console.warn(
        JSON.stringify({ event: 'copy_failed', fileId: file.fileId, targetId, attempts, cause: message }),
      );
    }
  }
  return failure;
}

/** Each attempt reads from R2 again: a stream cannot be sent twice. */
async function send(
  { services }: BaseCtx,
  store: ExternalStore,
  { fileId, filename }: Pick<FileRecord, 'fileId' | 'filename'>,
  key: string,
  signal: AbortSignal,
): Promise<SignedUrl> {
  const object = await services.fileStore.get(pdfKey(fileId));
  if (object === null) throw new StoreError('The file was deleted.', { retryable: false });
  await store.put(key, object.body, object.sizeBytes, object, signal);
  return store.sign(key, filename, SIGNED_URL_VALIDITY_MS, signal);
}

const explain = (error: unknown): StoreError =>
  error instanceof DecryptionError
    ? new StoreError(CREDENTIALS_LOST, { retryable: false, cause: error })
    : toStoreError(error, []);
