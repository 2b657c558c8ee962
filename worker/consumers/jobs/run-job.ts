import type { Region } from '../../../renderer/browser-run/region.ts';
import { newId } from '../../../schema/ids.ts';
import { childOf, startTrace, type TraceContext, traceFields } from '../../../schema/trace-context.ts';
import type { Tracing } from '../../adapters/tracing/platform-trace.ts';
import type { BaseCtx } from '../../ctx.ts';
import type { JobBell } from '../../objects/ledger/jobs/job-protocol.ts';
import type { Services } from '../../services.ts';
import { keepLease } from '../../verbs/make/keep-lease.ts';
import { describeAttempt, runAttempt } from '../../verbs/make/run-attempt.ts';
import { openJob } from './open-job.ts';

export interface RunJobInput {
  readonly bell: JobBell;
  /** A job is printed where its request came from, and is part of the same trace. */
  readonly servicesIn: (region: Region | undefined, trace: TraceContext) => Services;
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly tracing?: Tracing | undefined;
}

/**
 * Makes one attempt, unless the ledger says that there is nothing to do. The ledger decides what follows from a failure, so
 * this throws only if the attempt did not start.
 */
export async function runJob(ctx: BaseCtx, input: RunJobInput): Promise<void> {
  const { bell, servicesIn, inBackground, tracing } = input;
  const { workspaceId, jobId } = bell;
  const fileId = newId('file');
  const attempt = await ctx.services.ledger(workspaceId).startJob(jobId, fileId);
  if (attempt === null) return;
  const trace = attempt.trace === null ? startTrace() : childOf(attempt.trace);
  const attempted = await keepLease(
    () => ctx.services.ledger(workspaceId).renewJob(jobId, fileId),
    () =>
      runAttempt(ctx, {
        workspaceId,
        reserved: { ...attempt, fileId },
        open: (means) =>
          openJob(ctx, { bell, attempt, means, servicesIn: (region) => servicesIn(region, trace) }),
        inBackground,
        tracing,
      }),
  );
  const { requestId, keyId } = attempt;
  const ids = { jobId, requestId, ...traceFields(trace), workspaceId, keyId };
  console.log(JSON.stringify({ event: 'job', ...ids, ...describeAttempt(attempted, requestId) }));
}
