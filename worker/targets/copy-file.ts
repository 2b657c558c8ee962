import { SIGNED_URL_VALIDITY_MS } from '../../schema/plans.ts';
import type { CopyRecord, CopyReport, FileRecord } from '../ledger/protocol.ts';
import type { Services } from '../services.ts';
import { externalKey, type KeyParts } from '../../schema/external-key.ts';
import type { ExternalStore, SignedUrl } from '../storage/external-store.ts';
import { pdfKey } from '../storage/keys.ts';
import { StoreError, toStoreError } from '../storage/store-error.ts';
import { SealedForGood } from '../storage/credential-vault.ts';
import { openTarget } from './open-target.ts';
import type { TargetRecord } from './queries.ts';

/**
 * A copy is tried three times while the request waits (decision 28), each time within its own budget: a
 * store that hangs holds the answer up for ten seconds, not for as long as it likes.
 */
const BUDGETS_MS = [5_000, 3_000, 2_000] as const;

/** The wait between two of them: long enough for a store that drops a connection now and then. */
const PAUSE_MS = 100;

/** The copies that will be made of a file, one for each target. */
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
 * Copies a kept file to every target, side by side, and notes in the ledger how it went. Never fails: a
 * copy that was not made, or not noted, is taken up by the ledger's alarm.
 *
 * @returns the file with its copies as they stand
 */
export async function copyFile(
  services: Services,
  workspaceId: string,
  file: FileRecord,
  targets: readonly TargetRecord[],
): Promise<FileRecord> {
  const reports = await Promise.all(
    file.copies.flatMap((copy) => {
      const target = targets.find(({ id }) => id === copy.targetId);
      return target === undefined ? [] : [copyTo(services, target, file, copy.key, BUDGETS_MS)];
    }),
  );
  try {
    return (await services.ledger(workspaceId).reportCopies(file.fileId, reports)) ?? file;
  } catch (error) {
    console.error(JSON.stringify({ event: 'copies_not_noted', fileId: file.fileId, cause: String(error) }));
    return file;
  }
}

/**
 * Copies a file to one target, as often as there are budgets, until it succeeds.
 *
 * @param budgetsMs how long each attempt may take
 */
export async function copyTo(
  services: Services,
  target: TargetRecord,
  file: Pick<FileRecord, 'fileId' | 'filename'>,
  key: string,
  budgetsMs: readonly number[],
): Promise<CopyReport> {
  const targetId = target.id;
  let failure: CopyReport = { targetId, attempts: 0, outcome: 'hopeless', error: 'Nothing was tried.' };
  for (const [index, budgetMs] of budgetsMs.entries()) {
    const attempts = index + 1;
    if (index > 0) await scheduler.wait(PAUSE_MS * index);
    try {
      const signal = AbortSignal.timeout(budgetMs);
      const { url, expiresAt } = await store(services, await openTarget(services, target), file, key, signal);
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

/** Each attempt reads R2 anew: a stream that a store has begun to read cannot be sent again. */
async function store(
  { fileStore }: Services,
  external: ExternalStore,
  { fileId, filename }: Pick<FileRecord, 'fileId' | 'filename'>,
  key: string,
  signal: AbortSignal,
): Promise<SignedUrl> {
  const object = await fileStore.get(pdfKey(fileId));
  if (object === null) throw new StoreError('The file is gone.', { retryable: false });
  await external.put(key, object.body, object.sizeBytes, object, signal);
  return external.sign(key, filename, SIGNED_URL_VALIDITY_MS, signal);
}

const explain = (error: unknown): StoreError =>
  error instanceof SealedForGood
    ? new StoreError('The credentials cannot be opened: save the target anew.', {
        retryable: false,
        cause: error,
      })
    : toStoreError(error, []);
