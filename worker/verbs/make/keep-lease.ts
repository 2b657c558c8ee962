import { RENEWAL_MS } from '../../objects/lease.ts';

/**
 * Renews the lease of the work until it ends. A renewal that fails is not repeated, because the next one follows.
 *
 * @param renew can be repeated
 */
export async function keepLease<Result>(
  renew: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch(() => undefined);
  }, RENEWAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewal;
  }
}
