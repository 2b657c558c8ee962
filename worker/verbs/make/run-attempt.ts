import type { Environment } from '../../../schema/permissions.ts';
import { PLANS, type PlanId } from '../../../schema/plans.ts';
import { type BaseCtx, type Ctx, enterWorkspace } from '../../ctx.ts';
import type { ReportKeeping } from '../files/kept-report.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { SETTLING_TIME_MS } from '../../objects/ledger/admission/reservation-store.ts';
import { type GenerateResult, printPlanned } from './generate.ts';
import type { LaneTerms, OpenLane } from './open-lane.ts';
import { type Reserved, withReservation } from './reservation.ts';
import { Phases } from '../../adapters/tracing/phases.ts';
import type { Tracing } from '../../adapters/tracing/platform-trace.ts';
import { recordGeneration } from '../usage/record-generation.ts';

/** The ledger has reserved the file. */
export interface AttemptInput {
  readonly workspaceId: string;
  readonly fileId: string;
  readonly attempt: {
    readonly plan: PlanId;
    readonly keyId: string;
    readonly environment: Environment;
    readonly templatesVersion: number;
    readonly targetsVersion: number;
    /** The version that is printed. Null for raw HTML. */
    readonly template: string | null;
  };
  /** Opens the stored request. */
  readonly open: (ctx: Ctx, terms: LaneTerms, phases: Phases) => Promise<OpenPrint | OpenWork>;
  readonly inBackground: (work: Promise<unknown>) => void;
  /** Of the platform. */
  readonly tracing?: Tracing | undefined;
  /** Other prints come first (decision 36). */
  readonly isBackground: boolean;
}

/** A stored request that is one print. */
export interface OpenPrint extends OpenLane {
  /** Of a job: its report is read later. */
  readonly reportKeeping?: ReportKeeping;
}

/** A stored request that is not one print. */
export interface OpenWork {
  readonly make: (ctx: Ctx, reserved: Reserved) => Promise<{ readonly file: FileRecord }>;
  readonly close: () => void;
}

interface Printed {
  readonly file: FileRecord;
  /** See `PrintedPdf`. */
  readonly isCrowded: boolean;
}

export type Attempted = { readonly phases: Phases; readonly startedAt: number } & (
  | (Printed & { readonly failure?: never })
  | { readonly file: null; readonly failure: unknown }
);

/** Makes the PDF of a job or of a batch's row. A failure has released the reservation. */
export async function runAttempt(ctx: BaseCtx, input: AttemptInput): Promise<Attempted> {
  const { workspaceId, fileId, attempt, inBackground, tracing } = input;
  const startedAt = Date.now();
  const phases = new Phases(tracing);
  const ended = new AbortController();
  // Of an attempt that was canceled, or that the ledger gave to another one.
  const leaseMs = PLANS[attempt.plan].timeoutMs + SETTLING_TIME_MS;
  inBackground(
    ctx.services
      .ledger(workspaceId)
      .awaitRelease(fileId, leaseMs)
      .then(
        () => ended.abort(),
        () => undefined,
      ),
  );
  const actor = { kind: 'key', id: attempt.keyId } as const;
  const workspaceCtx = enterWorkspace({ ...ctx, actor }, { id: workspaceId, plan: attempt.plan });
  const terms = { startedAt, signal: ended.signal, wantsHash: false, isStrict: false, inBackground };
  try {
    return { phases, startedAt, ...(await print(workspaceCtx, input, terms, phases)) };
  } catch (failure) {
    return { phases, startedAt, file: null, failure };
  }
}

async function print(
  ctx: Ctx,
  { fileId, attempt, open, isBackground }: AttemptInput,
  terms: LaneTerms,
  phases: Phases,
): Promise<Printed> {
  let opened: OpenPrint | OpenWork | null = null;
  const reserved = { ...attempt, fileId };
  const make = async (planned: Ctx): Promise<Pick<GenerateResult, 'file' | 'isCrowded'>> => {
    const work = await open(planned, terms, phases);
    opened = work;
    if ('make' in work) return work.make(planned, reserved);
    const { signal, startedAt: arrivedAt } = terms;
    const key = { id: attempt.keyId, environment: attempt.environment };
    const openLane = () => ({ ...work.lane, templateId: attempt.template });
    const input = {
      key,
      openLane,
      arrivedAt,
      phases,
      signal,
      isBackground,
      reportKeeping: work.reportKeeping,
    };
    return printPlanned(planned, input, reserved);
  };
  try {
    const { file, isCrowded = false } = await withReservation(ctx, reserved, make);
    recordGeneration(ctx, file);
    return { file, isCrowded };
  } finally {
    (opened as OpenPrint | OpenWork | null)?.close();
  }
}
