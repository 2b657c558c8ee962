import { newId } from '../../../schema/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { workMsOf } from '../../lib/request-meter.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { lostPageMs } from '../make/lost-page-ms.ts';
import { printLimits } from '../make/print-limits.ts';

/**
 * A preview, a check or a save spends no credit, and can be repeated. So the ledger counts what the texts of its request cost, also
 * those that were read before, and the time on a page if it made no PDF, as it does for generations (decision 29).
 *
 * @throws {ApiError} `PRINTS_LIMITED`; what `work` throws
 */
export async function unpaidWork<Result>(ctx: Ctx, work: () => Promise<Result>): Promise<Result> {
  const { ledger, meter, time } = ctx;
  const previewId = newId('prv');
  const { deadline } = printLimits(ctx, time.startedAt);
  const refused = await ledger.beginPreview({ previewId, deadline });
  if (refused !== null) throw refusalError(refused);
  let pageMs = 0;
  try {
    return await work();
  } catch (error) {
    pageMs = lostPageMs(error);
    throw error;
  } finally {
    await ledger.endPreview(previewId, pageMs + workMsOf(meter)).catch((error) => {
      console.error(JSON.stringify({ event: 'preview_end_failed', previewId, cause: String(error) }));
    });
  }
}
