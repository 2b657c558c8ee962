import type { BaseCtx } from '../../ctx.ts';
import { runOutput } from './output/run-output.ts';
import type { BatchBell } from '../../objects/batch/protocol.ts';
import { printRows, type PrintRowsInput } from './print-rows.ts';

/** The consumer of the queue. A message that is lost is replaced by the desk's alarm. */
export async function runBatches(
  ctx: BaseCtx,
  { batch, ...input }: Omit<PrintRowsInput, 'bell'> & { readonly batch: MessageBatch<BatchBell> },
): Promise<void> {
  await Promise.all(
    batch.messages.map(async ({ body: bell }) => {
      try {
        if (bell.laneId === null) await runOutput(ctx, bell);
        else await printRows(ctx, { ...input, bell: { ...bell, laneId: bell.laneId } });
      } catch (error) {
        const { batchId } = bell;
        console.error(JSON.stringify({ event: 'batch_consumer_failed', batchId, cause: String(error) }));
      }
    }),
  );
}
