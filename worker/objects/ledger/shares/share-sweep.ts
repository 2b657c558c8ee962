import { shareKey } from '../../../adapters/r2/keys.ts';
import type { ObjectStore } from '../../../adapters/r2/object-store.ts';
import { DELETE_BATCH } from '../files/sweep.ts';
import type { ShareList } from './share-list.ts';

/** Deletes the shares that have ended by `until`, and their PDFs. What is left is for the next alarm. */
export const sweepShares = (shares: ShareList, objects: ObjectStore, until: number): Promise<void> =>
  removeShares({ shares, objects }, shares.expired(until, DELETE_BATCH));

/** The PDFs go first: after a crash, the rows are found again. */
export async function removeShares(
  { shares, objects }: { readonly shares: ShareList; readonly objects: ObjectStore },
  shareIds: readonly string[],
): Promise<void> {
  await objects.delete(shareIds.map(shareKey));
  shares.remove(shareIds);
}
