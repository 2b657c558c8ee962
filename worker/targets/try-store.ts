import { externalKey } from '../../schema/external-key.ts';
import { newId } from '../../schema/ids.ts';
import { ApiError } from '../api-error.ts';
import type { BaseCtx } from '../ctx.ts';
import type { ExternalStore } from '../storage/external-store.ts';
import type { OutboundFetch } from '../storage/outbound-guard.ts';
import { StoreError, toStoreError } from '../storage/store-error.ts';

/** For the whole test. A slower store would fail every copy. */
const TEST_MS = 10_000;

/** A bucket may accept PDFs only, so the probe declares that type. */
const PROBE = { contentType: 'application/pdf' };
const PROBE_VALID_FOR_MS = 60_000;

export interface TriedStore {
  readonly store: ExternalStore;
  readonly keyPrefix: string;
  readonly keyPattern: string;
}

/** The key of the probe follows the target's key pattern. @throws {ApiError} `TARGET_REJECTED` */
export async function tryStore(
  { services }: BaseCtx,
  { store, keyPrefix, keyPattern }: TriedStore,
): Promise<void> {
  const signal = AbortSignal.timeout(TEST_MS);
  const content = `A test object of Platen. You can delete it. ${newId('req')}`;
  const parts = { fileId: newId('file'), filename: 'platen-probe.pdf', createdAt: services.now() };
  const key = externalKey(keyPrefix, keyPattern, parts);
  const bytes = new TextEncoder().encode(content);
  const body = () => new Blob([bytes]).stream();

  await step('put', () => store.put(key, body(), bytes.length, PROBE, signal));
  try {
    const { url } = await step('sign', () => store.sign(key, parts.filename, PROBE_VALID_FOR_MS, signal));
    const read = await step('get', () => download(services.outbound, url, signal));
    if (read !== content) throw rejected('get', new StoreError('The store returned other content.', {}));
  } catch (error) {
    // The probe must not stay. The first error is the one to report.
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
  new ApiError('TARGET_REJECTED', { values: { step: failedStep, reason: error.message } });

async function download(outbound: OutboundFetch, url: string, signal: AbortSignal): Promise<string> {
  const response = await outbound(url, { signal });
  if (response.ok) return response.text();
  await response.body?.cancel();
  throw new StoreError(`The signed address returned HTTP ${response.status}.`, {
    status: response.status,
  });
}
