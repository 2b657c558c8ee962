import { withTimeout } from '@platen/print-engine';
import { externalKey, type KeyFields } from '../../../schema/external-key.ts';
import { SIGNED_URL_VALIDITY_MS } from '../../../schema/plans.ts';
import type { BaseCtx, Ctx } from '../../ctx.ts';
import type { CopyRecord, CopyReport, FileRecord } from '../../objects/ledger/protocol.ts';
import { DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import type { ExternalStore, SignedUrl } from '../../adapters/stores/external-store.ts';
import { invoiceKey, pdfKey } from '../../adapters/r2/keys.ts';
import { StoreError, toStoreError } from '../../adapters/stores/store-error.ts';
import { CREDENTIALS_LOST, openTarget } from './open-target.ts';
import { toInvoiceName } from '../files/keep-invoice.ts';
import type { TargetRecord } from '../../adapters/d1/targets.ts';

/** A copy has a connection to R2 and one to its store, and a Worker may have six connections. */
const AT_A_TIME = 2;

/** The request waits for three attempts (contract 8.2), so a store that hangs delays it by ten seconds. */
const BUDGETS_MS = [5_000, 3_000, 2_000] as const;

const PAUSE_MS = 100;

export const plannedCopies = (targets: readonly TargetRecord[], file: KeyFields): CopyRecord[] =>
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

/** Never throws: the ledger's alarm repeats a copy that failed or that was not reported. */
export async function copyFile(
  ctx: Ctx,
  { file, targets }: { readonly file: FileRecord; readonly targets: readonly TargetRecord[] },
): Promise<FileRecord> {
  const copies = file.copies.flatMap(({ targetId, key }) => {
    const target = targets.find(({ id }) => id === targetId);
    return target === undefined ? [] : [{ target, file, key, budgetsMs: BUDGETS_MS }];
  });
  const reports = await someAtATime(copies, (copy) => copyTo(ctx, copy));
  try {
    return (await ctx.ledger.reportCopies(file.fileId, reports)) ?? file;
  } catch (error) {
    console.error(JSON.stringify({ event: 'copies_not_noted', fileId: file.fileId, cause: String(error) }));
    return file;
  }
}

/** The time of a copy starts when its turn comes, so a slow store does not use the time of the others. */
async function someAtATime<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.values();
  const copier = async () => {
    for (const item of waiting) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, copier));
  return results;
}

type CopiedFile = Pick<FileRecord, 'fileId' | 'filename' | 'eInvoice'>;

interface Copy {
  readonly target: TargetRecord;
  readonly file: CopiedFile;
  /** In the target's bucket. */
  readonly key: string;
  readonly budgetsMs: readonly number[];
}

export async function copyTo(ctx: BaseCtx, { target, file, key, budgetsMs }: Copy): Promise<CopyReport> {
  const targetId = target.id;
  let failure: CopyReport = { targetId, attempts: 0, outcome: 'hopeless', error: 'No attempt was made.' };
  for (const [index, budgetMs] of budgetsMs.entries()) {
    const attempts = index + 1;
    if (index > 0) await scheduler.wait(PAUSE_MS * index);
    try {
      const store = await openTarget(ctx, target);
      const { url, expiresAt } = await send(ctx, store, file, key, budgetMs);
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

/** Each attempt reads the object again, because a stream cannot be sent twice. */
async function send(
  { services }: BaseCtx,
  store: ExternalStore,
  { fileId, filename, eInvoice }: CopiedFile,
  key: string,
  budgetMs: number,
): Promise<SignedUrl> {
  const signal = AbortSignal.timeout(budgetMs);
  const put = async (from: string, to: string): Promise<string> => {
    // R2 has a longer limit of its own.
    const object = await withTimeout(services.fileStore.get(from), budgetMs, () => {
      throw new StoreError('The file could not be read in time.', {});
    });
    if (object === null) throw new StoreError('The file was deleted.', { retryable: false });
    await store.put(to, object.body, object.sizeBytes, object, signal);
    return object.contentType;
  };
  if (eInvoice !== null) await put(invoiceKey(fileId), toInvoiceName(key));
  const mediaType = await put(pdfKey(fileId), key);
  return store.sign(key, { filename, mediaType }, SIGNED_URL_VALIDITY_MS, signal);
}

const explain = (error: unknown): StoreError =>
  error instanceof DecryptionError
    ? new StoreError(CREDENTIALS_LOST, { retryable: false, cause: error })
    : toStoreError(error, []);
