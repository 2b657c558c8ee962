import { shareKey } from '../../../adapters/r2/keys.ts';
import type { ObjectStore } from '../../../adapters/r2/object-store.ts';
import { DELETE_BATCH } from '../files/sweep.ts';
import type { ShareList } from './share-list.ts';

/** Deletes the shares that have ended by `until`, and their PDFs. The next alarm deletes the rest. */
export const sweepShares = (shares: ShareList, objects: ObjectStore, until: number): Promise<void> =>
  removeShares({ shares, objects }, shares.expired(until, DELETE_BATCH));

/** Deletes the PDFs first: after a crash, the next alarm finds the rows again. */
export async function removeShares(
  { shares, objects }: { readonly shares: ShareList; readonly objects: ObjectStore },
  shareIds: readonly string[],
): Promise<void> {
  await objects.delete(shareIds.map(shareKey));
  shares.remove(shareIds);
}
