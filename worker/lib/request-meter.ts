import { Meter } from '@platen/meter';
import { type PlanId, PLANS } from '../../schema/plans.ts';

/** A unit of work takes 5 to 10 ns. */
const WORK_PER_MS = 200_000;

/** Estimates the processor time of a request from its work. */
export const workMsOf = (meter: Meter | null): number => (meter?.work ?? 0) / WORK_PER_MS;

/** The time of a request, or of an attempt of a job or a row. */
export interface RequestTime {
  /** The time at which the plan's timeout starts, in epoch milliseconds. */
  readonly startedAt: number;
  /** Aborts when the client hangs up, or the job is canceled. */
  readonly signal: AbortSignal;
}

/**
 * The only meter of a request: all that reads a stranger's bytes for it charges this one.
 *
 * @param workspace its plan changes when an admission finds another one
 */
export const requestMeter = (
  workspace: { readonly plan: PlanId },
  { startedAt, signal }: RequestTime,
): Meter =>
  new Meter({
    get maxWork() {
      return PLANS[workspace.plan].timeoutMs * WORK_PER_MS;
    },
    get deadline() {
      return startedAt + PLANS[workspace.plan].timeoutMs;
    },
    signal,
  });
