import type { Meter } from '@platen/meter';
import type { Environment } from '../../../schema/permissions.ts';
import { PLANS, type PlanId } from '../../../schema/plans.ts';
import { logCause } from '../../adapters/d1/log-cause.ts';
import { Phases } from '../../adapters/tracing/phases.ts';
import type { Tracing } from '../../adapters/tracing/platform-trace.ts';
import type { BaseCtx, Ctx } from '../../ctx.ts';
import { workMsOf } from '../../lib/request-meter.ts';
import { isCancelled } from '../../lib/is-cancelled.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import { SETTLING_TIME_MS } from '../../objects/ledger/admission/reservation-store.ts';
import { produceReserved } from './produce.ts';
import type { Means, Produced, Production } from './production.ts';
import { type Reserved, withReservation } from './reservation.ts';

export interface AttemptInput {
  readonly workspaceId: string;
  /** The ledger has reserved the file. */
  readonly reserved: Reserved & {
    readonly plan: PlanId;
    readonly keyId: string;
    readonly environment: Environment;
  };
  /** Opens the stored request. */
  readonly open: (means: Means) => Promise<OpenProduction>;
  readonly inBackground: (work: Promise<unknown>) => void;
  /** Makes spans of the platform's trace. */
  readonly tracing?: Tracing | undefined;
}

export interface OpenProduction {
  readonly ctx: Ctx;
  readonly production: Production;
  readonly close: () => void;
}

export type Attempted = { readonly phases: Phases; readonly startedAt: number } & (
  | { readonly produced: Produced }
  | { readonly produced: null; readonly failure: unknown }
);

/** Makes the files of a job, or the PDF of a batch's row. A failure has released the reservation. */
export async function runAttempt({ services }: BaseCtx, input: AttemptInput): Promise<Attempted> {
  const { workspaceId, reserved, open, inBackground, tracing } = input;
  const { fileId, keyId, environment, plan } = reserved;
  const startedAt = Date.now();
  const phases = new Phases(tracing);
  const ledger = services.ledger(workspaceId);
  let meter: Meter | null = null;
  // The attempt may be canceled, or the ledger may give its work to another one.
  const ended = new AbortController();
  const released = ledger.awaitRelease(fileId, PLANS[plan].timeoutMs + SETTLING_TIME_MS);
  inBackground(
    released.then(
      () => ended.abort(),
      () => undefined,
    ),
  );
  const key = { id: keyId, environment };
  const means = { key, startedAt, phases, signal: ended.signal, inBackground };
  try {
    const produced = await withReservation(
      { services, ledger, workMs: () => workMsOf(meter) },
      fileId,
      async () => {
        const { ctx, production, close } = await open(means);
        meter = ctx.meter;
        try {
          return await produceReserved(ctx, production, reserved);
        } finally {
          close();
        }
      },
    );
    return { phases, startedAt, produced };
  } catch (failure) {
    return { phases, startedAt, produced: null, failure };
  }
}

/** Returns the log line of an attempt. Like that of a request, it has no content. */
export function describeAttempt(attempted: Attempted, requestId: string) {
  const { phases, startedAt } = attempted;
  const failure = attempted.produced === null ? attempted.failure : null;
  const isCanceled = isCancelled(failure);
  const error = attempted.produced !== null || isCanceled ? null : toApiError(failure);
  if (error !== null) logCause(error, requestId);
  return { code: error?.code ?? null, isCanceled, durationMs: Date.now() - startedAt, phases };
}
