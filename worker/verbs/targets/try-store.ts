import { externalKey } from '../../../schema/external-key.ts';
import { newId } from '../../../schema/ids.ts';
import { PDF_TYPE } from '../../../schema/media-types.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { BaseCtx } from '../../ctx.ts';
import type { ExternalStore } from '../../adapters/stores/external-store.ts';
import type { OutboundFetch } from '../../adapters/stores/outbound-guard.ts';
import { readStart } from '../../adapters/r2/read-start.ts';
import { StoreError, toStoreError } from '../../adapters/stores/store-error.ts';

export interface TrialLimits {
  /** For the steps before the clean-up. A slower store would fail every copy. */
  readonly stepsMs: number;
  /** For a put that was not answered in time and may still succeed. Until then its object cannot be deleted. */
  readonly latePutMs: number;
  /** For the clean-up, which also runs when the time for the steps is over. */
  readonly deleteMs: number;
}

const LIMITS: TrialLimits = { stepsMs: 10_000, latePutMs: 5_000, deleteMs: 5_000 };

/** A bucket may accept PDFs only, so the probe declares that type. */
const PROBE = { contentType: PDF_TYPE };
const PROBE_VALID_FOR_MS = 60_000;

export interface TriedStore {
  readonly store: ExternalStore;
  readonly keyPrefix: string;
  readonly keyPattern: string;
}

/**
 * The key of the probe follows the target's key pattern.
 *
 * @throws {ApiError} `TARGET_REJECTED`, with the probe's key if the probe may still be in the bucket
 */
export async function tryStore(
  { services }: BaseCtx,
  { store, keyPrefix, keyPattern }: TriedStore,
  limits = LIMITS,
): Promise<void> {
  const content = `A test object of Platen. You can delete it. ${newId('req')}`;
  const file = { fileId: newId('file'), filename: 'platen-probe.pdf', createdAt: services.now() };
  const key = externalKey(keyPrefix, keyPattern, file);
  const bytes = new TextEncoder().encode(content);

  const signal = AbortSignal.timeout(limits.stepsMs);
  const putSignal = AbortSignal.timeout(limits.stepsMs + limits.latePutMs);
  const putting = store.put(key, new Blob([bytes]).stream(), bytes.length, PROBE, putSignal);
  try {
    await step('put', () => beforeAbort(signal, putting));
    const { url } = await step('sign', () =>
      store.sign(key, { filename: file.filename, mediaType: PDF_TYPE }, PROBE_VALID_FOR_MS, signal),
    );
    await step('get', () => requireContent(services.outbound, url, content, signal));
  } catch (error) {
    const isGone = await deleteProbe(store, key, putting, limits.deleteMs).catch(() => false);
    throw rejected(error, isGone ? null : key);
  }
  try {
    await step('delete', () => requireDeleted(store, key, limits.deleteMs));
  } catch (error) {
    throw rejected(error, key);
  }
}

class StepFailed extends Error {
  readonly step: string;
  readonly reason: string;

  constructor(failedStep: string, cause: unknown) {
    const reason = toStoreError(cause, []).message;
    super(reason, { cause });
    this.step = failedStep;
    this.reason = reason;
  }
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new StepFailed(name, error);
  }
}

/** @param leftKey the probe's key, if the probe may still be in the bucket */
function rejected(error: unknown, leftKey: string | null): unknown {
  if (!(error instanceof StepFailed)) return error;
  const sentence = /[.!?]$/.test(error.reason) ? error.reason : `${error.reason}.`;
  const reason =
    leftKey === null ? error.reason : `${sentence} The test object "${leftKey}" may still be in the bucket.`;
  return new ApiError('TARGET_REJECTED', { values: { step: error.step, reason } });
}

/** Waits for `work`, and leaves it running if the signal is aborted first. */
const beforeAbort = <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });

async function requireContent(
  outbound: OutboundFetch,
  url: string,
  content: string,
  signal: AbortSignal,
): Promise<void> {
  const response = await outbound(url, { signal });
  const { status } = response;
  const { text, isWhole } = await readStart(response, content.length, signal);
  if (!response.ok) throw new StoreError(`The signed address returned HTTP ${status}.`, { status });
  if (!isWhole || text !== content) throw new StoreError('The store returned other content.', {});
}

async function requireDeleted(store: ExternalStore, key: string, timeoutMs: number): Promise<void> {
  if (await store.delete(key, AbortSignal.timeout(timeoutMs))) return;
  throw new StoreError('The store deleted nothing. The key needs the right to delete objects.', {});
}

/**
 * Deletes the probe of a failed test, as soon as its put has ended.
 *
 * @returns whether the probe is gone for certain
 */
async function deleteProbe(
  store: ExternalStore,
  key: string,
  putting: Promise<void>,
  timeoutMs: number,
): Promise<boolean> {
  const outcome = await putting.then(
    () => 'stored',
    (error: unknown) => (toStoreError(error, []).retryable ? 'unknown' : 'refused'),
  );
  if (outcome === 'refused') return true;
  // A put without an answer may succeed after this delete.
  return (await store.delete(key, AbortSignal.timeout(timeoutMs))) && outcome === 'stored';
}
