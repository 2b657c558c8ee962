import type { BaseCtx } from '../../ctx.ts';
import type { CopyReport, CopyTask, FileRecord } from '../../objects/ledger/protocol.ts';
import { copyTo } from '../../verbs/targets/copy-file.ts';
import { findTarget } from '../../adapters/d1/targets.ts';

/** A store that does not answer holds a consumer for this time, and others wait for the consumer. */
const ANSWER_MS = 20_000;

/** The slowest store that a large file can be copied to. No client waits for it. */
const BYTES_PER_MS = 1_000;

const budgetMs = (sizeBytes: number): number => ANSWER_MS + sizeBytes / BYTES_PER_MS;

/** The ledger decides on the next attempt. The queue repeats only tasks whose result was not reported. */
export async function retryCopies(ctx: BaseCtx, batch: MessageBatch<CopyTask>): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        await retryCopy(ctx, message.body);
        message.ack();
      } catch (error) {
        const { fileId, targetId } = message.body;
        console.error(JSON.stringify({ event: 'copy_retry_failed', fileId, targetId, cause: String(error) }));
        message.retry();
      }
    }),
  );
}

async function retryCopy(ctx: BaseCtx, { workspaceId, fileId, targetId }: CopyTask): Promise<void> {
  const ledger = ctx.services.ledger(workspaceId);
  const file = await ledger.findFile(fileId);
  const copy = file?.copies.find((candidate) => candidate.targetId === targetId);
  if (!file || !copy || copy.state === 'stored' || copy.state === 'abandoned') return;
  await ledger.reportCopies(fileId, [await attempt(ctx, workspaceId, file, copy)]);
}

async function attempt(
  ctx: BaseCtx,
  workspaceId: string,
  file: FileRecord,
  { targetId, key }: FileRecord['copies'][number],
): Promise<CopyReport> {
  const target = await findTarget(ctx.services.database, workspaceId, targetId);
  if (target === null) {
    return { targetId, attempts: 0, outcome: 'hopeless', error: 'The target was removed.' };
  }
  return copyTo(ctx, { target, file, key, budgetsMs: [budgetMs(file.sizeBytes)] });
}
