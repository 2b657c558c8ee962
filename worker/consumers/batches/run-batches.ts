import type { BaseCtx } from '../../ctx.ts';
import { runOutput } from './output/run-output.ts';
import type { BatchBell } from '../../objects/batch/protocol.ts';
import { runLane, type RunLaneInput } from './run-lane.ts';

/** The consumer of the queue. A message that is lost is replaced by the desk's alarm. */
export async function runBatches(
  ctx: BaseCtx,
  { batch, ...input }: Omit<RunLaneInput, 'bell'> & { readonly batch: MessageBatch<BatchBell> },
): Promise<void> {
  await Promise.all(
    batch.messages.map(async ({ body: bell }) => {
      try {
        if (bell.laneId === null) await runOutput(ctx, bell);
        else await runLane(ctx, { ...input, bell: { ...bell, laneId: bell.laneId } });
      } catch (error) {
        const { batchId } = bell;
        console.error(JSON.stringify({ event: 'batch_lane_failed', batchId, cause: String(error) }));
      }
    }),
  );
}
