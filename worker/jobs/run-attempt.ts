import type { Environment } from '../../schema/permissions.ts';
import { PLANS, type PlanId } from '../../schema/plans.ts';
import { type BaseCtx, type Ctx, enterWorkspace } from '../ctx.ts';
import type { FileRecord } from '../ledger/protocol.ts';
import { SETTLING_TIME_MS } from '../ledger/reservation-store.ts';
import { printReserved } from '../pdf/generate.ts';
import type { LaneTerms, OpenLane } from '../pdf/open-lane.ts';
import { Phases } from '../phases.ts';
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
  readonly open: (ctx: Ctx, terms: LaneTerms, phases: Phases) => Promise<OpenLane>;
  readonly inBackground: (work: Promise<unknown>) => void;
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
  const { workspaceId, fileId, attempt, inBackground } = input;
  const startedAt = Date.now();
  const phases = new Phases();
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
  { fileId, attempt, open }: AttemptInput,
  terms: LaneTerms,
  phases: Phases,
): Promise<Printed> {
  let opened: OpenLane | null = null;
  const openLane = async () => {
    opened = await open(ctx, terms, phases);
    return { ...opened.lane, templateId: attempt.template };
  };
  try {
    const { signal, startedAt: arrivedAt } = terms;
    const key = { id: attempt.keyId, environment: attempt.environment };
    const input = { key, openLane, arrivedAt, phases, signal, isBackground: true };
    const { file, isCrowded = false } = await printReserved(ctx, input, { ...attempt, fileId });
    recordGeneration(ctx, file);
    return { file, isCrowded };
  } finally {
    (opened as OpenLane | null)?.close();
  }
}
