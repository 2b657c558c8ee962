import { newId } from '../../schema/ids.ts';
import { ApiError } from '../api-error.ts';
import { externalKey } from '../../schema/external-key.ts';
import type { ExternalStore } from '../storage/external-store.ts';
import type { OutboundFetch } from '../storage/outbound-guard.ts';
import { StoreError, toStoreError } from '../storage/store-error.ts';

/** The whole trial. A store that takes longer for some bytes would fail every copy. */
const TRIAL_MS = 10_000;

/** A bucket may take PDFs only, so the probe says that it is one. */
const PROBE = { contentType: 'application/pdf' };
const PROBE_VALID_FOR_MS = 60_000;

/**
 * Tries a store out before it is saved: put, sign, get and delete of a probe object, under a key of the
 * very pattern that files will have.
 *
 * @throws {ApiError} `TARGET_REJECTED`, with the step that failed and the store's own words
 */
export async function tryStore(
  store: ExternalStore,
  outbound: OutboundFetch,
  keyPrefix: string,
  keyPattern: string,
  now: number,
): Promise<void> {
  const signal = AbortSignal.timeout(TRIAL_MS);
  const content = `Platen tried this storage target out. It may be deleted. ${newId('req')}`;
  const parts = { fileId: newId('file'), filename: 'platen-probe.pdf', createdAt: now };
  const key = externalKey(keyPrefix, keyPattern, parts);
  const bytes = new TextEncoder().encode(content);
  const body = () => new Blob([bytes]).stream();

  await step('put', () => store.put(key, body(), bytes.length, PROBE, signal));
  try {
    const { url } = await step('sign', () => store.sign(key, parts.filename, PROBE_VALID_FOR_MS, signal));
    const read = await step('get', () => download(outbound, url, signal));
    if (read !== content) throw rejected('get', new StoreError('The probe came back changed.', {}));
  } catch (error) {
    // The probe must not stay; what went wrong before is what the operator has to know.
    await store.delete(key, signal).catch(() => undefined);
    throw error;
  }
  await step('delete', () => store.delete(key, signal));
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw rejected(name, toStoreError(error, []));
  }
}

const rejected = (failedStep: string, error: StoreError): ApiError =>
  new ApiError(
    'TARGET_REJECTED',
    `The storage was tried out and failed at "${failedStep}": ${error.message}`,
  );

async function download(outbound: OutboundFetch, url: string, signal: AbortSignal): Promise<string> {
  const response = await outbound(url, { signal });
  if (response.ok) return response.text();
  await response.body?.cancel();
  throw new StoreError(`The signed address answers with HTTP ${response.status}.`, {
    status: response.status,
  });
}
