import type { BaseCtx } from '../../ctx.ts';
import type { JobBell } from '../../objects/ledger/jobs/job-protocol.ts';
import { runJob, type RunJobInput } from './run-job.ts';

/** The consumer of the queue. A message that fails is delivered again, and the ledger's alarm replaces one that is lost. */
export async function runJobs(
  ctx: BaseCtx,
  { batch, ...input }: Omit<RunJobInput, 'bell'> & { readonly batch: MessageBatch<JobBell> },
): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        await runJob(ctx, { ...input, bell: message.body });
      } catch (error) {
        const { jobId } = message.body;
        console.error(JSON.stringify({ event: 'job_not_started', jobId, cause: String(error) }));
        message.retry();
      }
    }),
  );
}
