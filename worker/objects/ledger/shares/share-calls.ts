import type { OpenLedger } from '../open-ledger.ts';
import type { ShareRecord } from './share-list.ts';
import { removeShares } from './share-sweep.ts';

/** The calls of a ledger about shared previews. */
export const shareCalls = {
  /** Call it before the PDF is stored, so that the alarm finds every PDF. Returns false if the workspace has `maxOpen` shares or is closed. */
  async openShare(ledger: OpenLedger, share: ShareRecord, maxOpen: number): Promise<boolean> {
    const { shares, accounts, alarm } = ledger;
    if (accounts.isClosed() || shares.countOpen(ledger.now()) >= maxOpen) return false;
    shares.add(share);
    await alarm.schedule(share.expiresAt);
    return true;
  },

  listShares: (ledger: OpenLedger, templateId: string): readonly ShareRecord[] =>
    ledger.accounts.isClosed() ? [] : ledger.shares.ofTemplate(templateId, ledger.now()),

  /** Deletes the PDF too, so the link ends at once. Returns false if the template has no open share with this id. */
  async removeShare(ledger: OpenLedger, templateId: string, shareId: string): Promise<boolean> {
    const open = ledger.shares.ofTemplate(templateId, ledger.now());
    if (!open.some((share) => share.shareId === shareId)) return false;
    await removeShares(ledger, [shareId]);
    return true;
  },

  /** Ends all links of a template that was deleted. */
  async removeTemplateShares(ledger: OpenLedger, templateId: string): Promise<void> {
    const open = ledger.shares.ofTemplate(templateId, ledger.now());
    const shareIds = open.map(({ shareId }) => shareId);
    if (shareIds.length > 0) await removeShares(ledger, shareIds);
  },
};
