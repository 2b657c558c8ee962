import type { RequestCount } from '../http/request-count.ts';
import type { Ledger } from '../../objects/ledger/client.ts';

/**
 * Records in `count` what the ledger counted for this request.
 *
 * @param onOtherPlan is called if the ledger applied another plan than that of the request
 */
export function countingLedger(ledger: Ledger, count: RequestCount, onOtherPlan: () => void): Ledger {
  return {
    ...ledger,
    async admit(request) {
      const admission = await ledger.admit({ ...request, counted: count.rate !== null });
      const refusal = admission.outcome === 'refused' ? admission.refusal : null;
      count.counted(admission.rate, refusal ?? request.errorCode ?? null);
      if (admission.plan !== request.plan) onOtherPlan();
      return admission;
    },
    async release(fileId, reason) {
      const released = await ledger.release(fileId, reason);
      const errorCode = released === 'closed' ? 'WORKSPACE_NOT_FOUND' : reason.errorCode;
      if (errorCode !== null) count.countedError(errorCode);
      return released;
    },
  };
}
