import type { Region } from '../renderer/browser-run/region.ts';
import type { BatchBell } from './objects/batch/protocol.ts';
import { runBatches } from './consumers/batches/run-batches.ts';
import type { TraceContext } from '../schema/trace-context.ts';
import type { Env } from './env.ts';
import { runJobs } from './consumers/jobs/run-jobs.ts';
import type { JobBell } from './objects/ledger/jobs/job-protocol.ts';
import type { CopyTask } from './objects/ledger/protocol.ts';
import { buildServices, type BuildServices } from './services.ts';
import { retryCopies } from './consumers/copies/retry-copies.ts';
import { tracingOf } from './adapters/tracing/platform-trace.ts';

type Batch = MessageBatch<CopyTask> | MessageBatch<JobBell> | MessageBatch<BatchBell>;

/** The names are those of wrangler.toml. Each environment has its own prefix. */
const isOfJobs = (batch: Batch): batch is MessageBatch<JobBell> => batch.queue.endsWith('-jobs');
const isOfBatches = (batch: Batch): batch is MessageBatch<BatchBell> => batch.queue.endsWith('-batches');

/** @param build builds the services; tests pass their own */
export const createQueue =
  (build: BuildServices = buildServices) =>
  async (batch: Batch, env: Env, ctx: ExecutionContext): Promise<void> => {
    const services = build(env);
    const servicesIn = (region: Region | undefined, trace: TraceContext) => build(env, region, trace);
    const tracing = tracingOf(ctx);
    const inBackground = (work: Promise<unknown>) => ctx.waitUntil(work);
    const run = (): Promise<void> => {
      if (isOfJobs(batch)) return runJobs({ services }, { batch, servicesIn, inBackground, tracing });
      if (isOfBatches(batch)) return runBatches({ services }, { batch, servicesIn, inBackground, tracing });
      return retryCopies({ services }, batch);
    };
    const running = run();
    // Miniflare delivers one batch at a time, so a long job, or a copy to a store that hangs, would delay all others. It sets no
    // limit to background work. A message that fails there is not delivered again: the alarm of its object sends another one.
    const { LOCAL_DEVELOPMENT, SELF_HOSTED } = services.variables;
    if (LOCAL_DEVELOPMENT === 'true' || SELF_HOSTED === 'true') ctx.waitUntil(running);
    else await running;
  };
