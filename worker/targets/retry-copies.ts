import type { CopyReport, CopyTask, FileRecord } from '../ledger/protocol.ts';
import type { Services } from '../services.ts';
import { copyTo } from './copy-file.ts';
import { findTarget } from './queries.ts';

/** Nobody waits: one attempt, with time enough for the largest file and a slow store. */
const BUDGET_MS = 5 * 60 * 1_000;

/**
 * Tries copies again that failed, or that a crash left behind. When the next attempt is due, and when there
 * is none, is for the ledger to say; the queue repeats only what could not be reported.
 */
export async function retryCopies(services: Services, batch: MessageBatch<CopyTask>): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        await retryCopy(services, message.body);
        message.ack();
      } catch (error) {
        const { fileId, targetId } = message.body;
        console.error(JSON.stringify({ event: 'copy_retry_failed', fileId, targetId, cause: String(error) }));
        message.retry();
      }
    }),
  );
}

/** A file that was deleted in the meantime, and a copy that was made, need no more copying. */
async function retryCopy(services: Services, { workspaceId, fileId, targetId }: CopyTask): Promise<void> {
  const ledger = services.ledger(workspaceId);
  const file = await ledger.findFile(fileId);
  const copy = file?.copies.find((candidate) => candidate.targetId === targetId);
  if (!file || !copy || copy.state === 'stored' || copy.state === 'abandoned') return;
  await ledger.reportCopies(fileId, [await attempt(services, workspaceId, file, copy)]);
}

async function attempt(
  services: Services,
  workspaceId: string,
  file: FileRecord,
  { targetId, key }: FileRecord['copies'][number],
): Promise<CopyReport> {
  const target = await findTarget(services.database, workspaceId, targetId);
  if (target === null)
    return { targetId, attempts: 0, outcome: 'hopeless', error: 'The target was removed.' };
  return copyTo(services, target, file, key, [BUDGET_MS]);
}
