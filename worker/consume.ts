import type { Env } from './env.ts';
import { runJobs } from './jobs/run-jobs.ts';
import type { JobBell } from './ledger/job-protocol.ts';
import type { CopyTask } from './ledger/protocol.ts';
import { buildServices, type BuildServices } from './services.ts';
import { retryCopies } from './targets/retry-copies.ts';

type Batch = MessageBatch<CopyTask> | MessageBatch<JobBell>;

/** The names are those of wrangler.toml. */
const isOfJobs = (batch: Batch): batch is MessageBatch<JobBell> => batch.queue === 'platen-jobs';

/** @param build builds the services; tests pass their own */
export const createQueue =
  (build: BuildServices = buildServices) =>
  async (batch: Batch, env: Env, ctx: ExecutionContext): Promise<void> => {
    const services = build(env);
    if (!isOfJobs(batch)) return retryCopies({ services }, batch);
    const running = runJobs(
      { services },
      {
        batch,
        servicesIn: (region) => build(env, region),
        inBackground: (work) => ctx.waitUntil(work),
      },
    );
    // Miniflare delivers one batch at a time, so a long job would delay all others. It sets no limit to background work.
    if (services.variables.LOCAL_DEVELOPMENT === 'true') ctx.waitUntil(running);
    else await running;
  };
