import type { PrintLimits } from '@platen/print-engine';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';

/** @param arrivedAt when the request arrived, in epoch milliseconds */
export function printLimits({ workspace }: Pick<Ctx, 'workspace'>, arrivedAt: number): PrintLimits {
  const { timeoutMs, maxPdfBytes, maxPages, pageShare, maxBrowsers } = PLANS[workspace.plan];
  const deadline = arrivedAt + timeoutMs;
  return { workspaceId: workspace.id, deadline, maxPdfBytes, maxPages, pageShare, maxBrowsers };
}

/** The same deadline by the clock of the ledgers, which tests move. */
export const ledgerDeadline = (ctx: Ctx, arrivedAt: number): number =>
  printLimits(ctx, arrivedAt).deadline - Date.now() + ctx.services.now();
